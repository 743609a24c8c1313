import Encoding

/// The verdict on a captured ceremony.
public struct CapturedVerdict: Sendable {
  /// The name of the row; `-` if it has none.
  public let id: String
  /// The error; `nil` if the ceremony passed.
  public let error: WebAuthnError?
  /// One sentence about the outcome.
  public let sentence: String
  /// The public key of a successful registration.
  public let credentialPublicKey: [UInt8]?

  /// One tab-separated line: id, `ok` or `error`, code, sentence.
  public var line: String {
    // A tab or line break in an id would break the line, and other control characters could control the terminal.
    "\(WebAuthnError.printable(id, limit: 512))\t\(error == nil ? "ok" : "error")\t\(error?.code.rawValue ?? "ok")\t"
      + "\(sentence)"
  }
}

extension RelyingParty {
  /// The relying party whose algorithms and formats are used if the caller provides none.
  static let nameless = RelyingParty(id: "", name: "", origins: [])

  /// Judges one captured ceremony, a JSON object: `kind`, `rpId`, `origins`, `topOrigins`, `allowCrossOrigin`,
  /// `challenge`, `response`, `requireUserVerification`, `requireUserPresence`, `supportedAlgs`, `trustAnchors`,
  /// `verifyAt`, `expectedType`, `tpmAcceptsSHA1`, `safetynetIgnoreCTS`; for an assertion also `credentialPublicKey`,
  /// `credentialSignCount`, `credentialBackupEligible`, `userHandle`, `allowCredentials`, `appid`.
  ///
  /// The counter and the backup flags are judged strictly. An unreadable row results in an error like any other.
  ///
  /// - Parameters:
  ///   - json: The row.
  ///   - base: The relying party whose algorithms and formats are used. Names and origins come from the row.
  public static func judge(captured json: [UInt8], like base: RelyingParty? = nil) -> CapturedVerdict {
    let base = base ?? .nameless
    let row: CapturedRow
    do { row = try CapturedRow(json) } catch {
      return CapturedVerdict(id: "-", error: error, sentence: error.sentenceWithValues, credentialPublicKey: nil)
    }
    return CapturedVerdict(row, Result { () throws(WebAuthnError) in try row.judge(base) })
  }
}

/// The result of a successful captured ceremony.
enum CapturedOutcome {
  case registration(RegistrationVerdict)
  case authentication(AuthenticationVerdict)
}

extension CapturedVerdict {
  /// Creates a verdict with one sentence about the row's outcome.
  init(_ row: CapturedRow, _ outcome: Result<CapturedOutcome, WebAuthnError>) {
    switch outcome {
    case .success(let outcome):
      var key: [UInt8]?
      if case .registration(let verdict) = outcome { key = verdict.credential.publicKey }
      self.init(id: row.id, error: nil, sentence: "No step fails.", credentialPublicKey: key)
    case .failure(let error):
      self.init(id: row.id, error: error, sentence: error.sentenceWithValues, credentialPublicKey: nil)
    }
  }
}

extension CapturedRow {
  /// Verifies the row's ceremony. This is the only place that does so.
  func judge(_ base: RelyingParty) throws(WebAuthnError) -> CapturedOutcome {
    let party = try relyingParty(base)
    switch try required("kind", try string("kind")) {
    case "registration": return .registration(try judgeRegistration(party))
    case "assertion", "authentication": return .authentication(try judgeAuthentication(party))
    case let other: throw Self.malformed("kind registration or assertion", other)
    }
  }

  private func judgeRegistration(_ party: RelyingParty) throws(WebAuthnError) -> RegistrationVerdict {
    var state = RegistrationState(
      challenge: try challenge(), userHandle: try bytes("userHandle") ?? [],
      algorithms: try algorithms(party), requiresUserVerification: try boolean("requireUserVerification") ?? false,
      requiresUserPresence: try boolean("requireUserPresence") ?? true, extensions: extensions())
    if let type = try string("expectedType") { state.clientDataType = type }
    var policy = RegistrationPolicy()
    policy.attestation.anchors = try anchors()
    policy.refusesPRFResults = false
    return try party.finishRegistration(state, response: try response(), policy: policy, at: try time())
  }

  private func judgeAuthentication(_ party: RelyingParty) throws(WebAuthnError) -> AuthenticationVerdict {
    let response = try AuthenticationResponse(json: try response())
    let allowed = try allowedCredentials()
    let handle = try bytes("userHandle")
    var state = AuthenticationState(
      challenge: try challenge(), userHandle: nil, allowedCredentials: allowed,
      // Only options without an allow list prove that nobody was identified beforehand; a row without options leaves
      // this open.
      requiresUserHandle: node("options") != nil && allowed.isEmpty && handle != nil,
      requiresUserVerification: try boolean("requireUserVerification") ?? false, extensions: extensions(),
      appid: try string("appid"))
    if let type = try string("expectedType") { state.clientDataType = type }
    let count = try integer("credentialSignCount") ?? 0
    guard let signCount = UInt32(exactly: count) else {
      throw Self.malformed("credentialSignCount as 32 bits", "\(count)")
    }
    let credential = CredentialRecord(
      id: try bytes("credentialId") ?? response.credentialID,
      publicKey: try required("credentialPublicKey", try bytes("credentialPublicKey")),
      signCount: signCount,
      backupEligible: try boolean("credentialBackupEligible").map { $0 ? .eligible : .notEligible } ?? .unknown,
      userHandle: handle)
    var policy = AuthenticationPolicy()
    policy.counter = .strict
    policy.requiresUserPresence = try boolean("requireUserPresence") ?? true
    policy.refusesPRFResults = false
    return try party.finishAuthentication(state, response: response, credential: credential, policy: policy)
  }
}

extension WebAuthnError {
  /// The code's sentence, the step, and the expected and received values, on one line.
  var sentenceWithValues: String {
    var text = code == .malformedRow ? sentence : "\(sentence) [\(step)]"
    if let expected { text += " Expected \(expected)." }
    if let received { text += " Received \(received)." }
    return String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
  }
}
