extension RelyingParty {
  /// Begins an authentication (WebAuthn Level 3 §7.2 steps 1 and 2): the options for the browser, and the state to keep.
  ///
  /// - Parameters:
  ///   - challenge: 32 random bytes that were never used before.
  ///   - allowing: The credentials that may answer; none means any discoverable one.
  ///   - user: The user handle of the account, where it is known before. Without it and without credentials the response has to say who answers.
  ///   - request: What else is wished.
  public func beginAuthentication(
    challenge: [UInt8], allowing: [PublicKeyCredentialDescriptor] = [], user: [UInt8]? = nil,
    request: AuthenticationRequest = AuthenticationRequest()
  ) -> (options: PublicKeyCredentialRequestOptions, state: AuthenticationState) {
    let options = PublicKeyCredentialRequestOptions(
      challenge: challenge, timeout: request.timeout, rpId: id, allowCredentials: allowing, userVerification: request.userVerification,
      hints: request.hints, extensions: request.extensions)
    let state = AuthenticationState(
      challenge: challenge, userHandle: user, allowedCredentials: allowing.map(\.id), requiresUserHandle: user == nil && allowing.isEmpty,
      requiresUserVerification: request.userVerification == .required, extensions: request.extensions.identifiers,
      appid: request.extensions.appid, clientDataType: request.payment == nil ? "webauthn.get" : "payment.get", payment: request.payment,
      use: request.use)
    return (options, state)
  }
}

/// What has to be remembered between the two halves of an authentication. It can be stored and finished by another process.
///
/// It ties challenge, credentials and requirements together, so that none of them can be mixed up between begin and finish. Use it once.
public struct AuthenticationState: Hashable, Sendable, Codable {
  /// The challenge that was given out.
  public let challenge: [UInt8]
  /// The user handle of the account, where it was known before.
  public let userHandle: [UInt8]?
  /// The ids of the credentials that may answer; none means any.
  public let allowedCredentials: [[UInt8]]
  /// Whether the response has to say who answers, because nobody was named before.
  public let requiresUserHandle: Bool
  /// Whether the user has to be verified.
  public let requiresUserVerification: Bool
  /// The extensions that were asked for.
  public let extensions: Set<String>
  /// The AppID of the extension `appid`, where it was asked for.
  public let appid: String?
  var clientDataType = "webauthn.get"
  /// The payment that was to be confirmed.
  public internal(set) var payment: PaymentExpectation?
  /// The use that the authentication was begun for, where it was begun for one.
  public internal(set) var use: CredentialUse?
}
