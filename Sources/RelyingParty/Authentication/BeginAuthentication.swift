extension RelyingParty {
  /// Begins an authentication (WebAuthn Level 3 §7.2 steps 1 and 2). Returns the options for the browser and the state
  /// to keep.
  ///
  /// - Parameters:
  ///   - challenge: 32 fresh random bytes.
  ///   - allowing: The credentials that may answer; empty for any discoverable one.
  ///   - user: The user handle of the account, if it is known beforehand. If neither this nor credentials are given,
  ///     the response must name the account.
  ///   - request: All other options.
  public func beginAuthentication(
    challenge: [UInt8], allowing: [PublicKeyCredentialDescriptor] = [], user: [UInt8]? = nil,
    request: AuthenticationRequest = AuthenticationRequest()
  ) -> (options: PublicKeyCredentialRequestOptions, state: AuthenticationState) {
    let options = PublicKeyCredentialRequestOptions(
      challenge: challenge, timeout: request.timeout, rpId: id, allowCredentials: allowing,
      userVerification: request.userVerification,
      hints: request.hints, extensions: request.extensions)
    let state = AuthenticationState(
      challenge: challenge, userHandle: user, allowedCredentials: allowing.map(\.id),
      requiresUserHandle: user == nil && allowing.isEmpty,
      requiresUserVerification: request.userVerification == .required, extensions: request.extensions.identifiers,
      appid: request.extensions.appid, clientDataType: request.payment == nil ? "webauthn.get" : "payment.get",
      payment: request.payment,
      use: request.use)
    return (options, state)
  }
}

/// The state to keep between the two halves of an authentication. The state can be stored, and a different process can
/// finish the ceremony.
///
/// It ties the challenge, the credentials and the requirements together, so that they cannot be mixed up between begin
/// and finish. Use it only once.
public struct AuthenticationState: Hashable, Sendable, Codable {
  /// The challenge that was issued.
  public let challenge: [UInt8]
  /// The user handle of the account; `nil` if the account was not known beforehand.
  public let userHandle: [UInt8]?
  /// The ids of the credentials that may answer; empty for any credential.
  public let allowedCredentials: [[UInt8]]
  /// `true` if the response must name the account, because no account was known beforehand.
  public let requiresUserHandle: Bool
  /// `true` if the user must be verified.
  public let requiresUserVerification: Bool
  /// The identifiers of the requested extensions.
  public let extensions: Set<String>
  /// The AppID of the extension `appid`, if it was requested.
  public let appid: String?
  var clientDataType = "webauthn.get"
  /// The payment to be confirmed, if there is one.
  public internal(set) var payment: PaymentExpectation?
  /// The use for which the authentication was started, if any.
  public internal(set) var use: CredentialUse?
}
