import AccountService
import Encoding
import Vocabulary
import Foundation
import Model
import RelyingParty

extension Ceremonies {
  /// Returns PublicKeyCredentialRequestOptionsJSON. For a sign-in, the options name no credential, so that any
  /// discoverable credential may respond (B-08). For a confirmation, they name the credentials of the signed-in
  /// account.
  ///
  /// - Parameters:
  ///   - prf: `true` if the passkey should open something.
  ///   - waiting: The number of the session's challenges that wait already; `nil` if it is not known.
  package func beginAuthentication(
    _ ceremony: Ceremony, of account: AccountID?, and pending: [Credential] = [], hints: [PublicKeyCredentialHint] = [],
    prf: Bool = true,
    for purpose: Purpose, in session: SessionID, beside waiting: Int? = nil, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    var request = AuthenticationRequest()
    request.userVerification = site.userVerification
    request.extensions.prf = prf ? site.prf : nil
    request.hints = hints
    let allowed = try account.map { try records.credentials(of: $0) + pending } ?? []
    let (options, state) = relyingParty.beginAuthentication(
      challenge: challenge, allowing: allowed.compactMap(PublicKeyCredentialDescriptor.init), user: account?.bytes,
      request: request)
    try issue(
      challenge, .authentication(ceremony, account: account, state), for: purpose, in: session, beside: waiting,
      records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  /// Verifies the response of a stored key, or of a key that this run has just created. If the response is valid,
  /// writes the resulting changes: counter, flags, last use, and the proof that the key signed.
  package func authenticate(
    _ response: String, for purpose: Purpose, _ ceremony: Ceremony, by holder: AccountID? = nil,
    and pending: [Credential] = [],
    in session: Session, _ records: any Records
  ) throws -> Result<Credential, Refused> {
    do {
      let read = try Self.read(response)
      let state = try expected(
        ceremony, by: holder, try redeem(read.challenge, for: purpose, in: session.id, records).get())
      let id = read.id
      guard let stored = try pending.first(where: { $0.id == id }) ?? records.credential(id),
        state.account == nil || stored.account == state.account
      else { return .failure(Refused(.unknownKey)) }
      let verified = try verify(read, state.state, ceremony, stored, records)
      if ceremony == .signIn, try records.isClosed(stored.account) { return .failure(Refused(.closed)) }
      return .success(try keep(verified, isWay: true, records))
    } catch let refused as Refused { return .failure(refused) }
  }

  /// Verifies the response to a sign-in's challenge that an endpoint issued, as ``authenticate(_:for:_:by:and:in:_:)``
  /// does, and reads everything that it needs at once.
  package func authenticate(
    _ response: String, of caller: Caller, in sessions: Sessions, _ records: any Records
  ) throws -> Result<(signer: Signer, visit: Visit), Refused> {
    do {
      let read = try Self.read(response)
      guard let challenge = read.challenge, let token = caller.token else { return .failure(Refused(.expired)) }
      let found = try records.takeSigningIn(challenge, from: token.id, with: read.id)
      guard let visit = try sessions.visit(found.visit, of: caller, records) else { return .failure(Refused(.expired)) }
      let state = try expected(.signIn, by: nil, try judge(found.challenge, for: .endpoint, in: token.id).get())
      guard var signer = found.signer else { return .failure(Refused(.unknownKey)) }
      let verified = try verify(read, state.state, .signIn, signer.credential, records)
      guard !signer.isClosed else { return .failure(Refused(.closed)) }
      signer.credential = try keep(verified, isWay: signer.way != nil, records)
      return .success((signer, visit))
    } catch let refused as Refused { return .failure(refused) }
  }

  private static func read(_ response: String) throws -> AuthenticationResponse {
    do throws(WebAuthnError) { return try AuthenticationResponse(json: Array(response.utf8)) } catch {
      throw Refused(Rejection(error.code), error)
    }
  }

  /// Returns what the response to a half must fit, if the half is for this ceremony.
  private func expected(
    _ ceremony: Ceremony, by holder: AccountID?, _ half: Waiting.Half
  ) throws -> (state: AuthenticationState, account: AccountID?) {
    guard case .authentication(ceremony, let account, let state) = half, account == nil || account == holder else {
      throw Refused(.invalid)
    }
    return (state, account)
  }

  /// Returns the credential as the response leaves it.
  private func verify(
    _ response: AuthenticationResponse, _ state: AuthenticationState, _ ceremony: Ceremony, _ stored: Credential,
    _ records: any Records
  ) throws -> Credential {
    var policy = AuthenticationPolicy()
    // A change requires user verification, whatever the site requires for a sign-in (WRAPS §5). Without user
    // verification, PRF also returns a different secret.
    policy.requiresUserVerification = site.userVerification == .required || ceremony != .signIn
    policy.counter = site.counterPolicy
    policy.backupEligibilityChange = .report
    let verdict: AuthenticationVerdict
    do throws(WebAuthnError) {
      verdict = try relyingParty.finishAuthentication(
        state, response: response, credential: CredentialRecord(stored), policy: policy)
    } catch {
      if error.code == .counterRegression { try note(.counterRegressed, stored, records) }
      throw Refused(Rejection(error.code), error)
    }
    for warning in verdict.warnings {  // E-17, E-19, G-21: reported, not refused, unless the policy is strict
      switch warning {
      case .counterDidNotIncrease: try note(.counterRegressed, stored, records)
      case .backupEligibilityChanged: try note(.backupStateChanged, stored, records)
      case .unsolicitedExtension, .weakerCredentialProtection: break
      }
    }
    var kept = Credential(
      verdict.credential, account: stored.account, vouching: stored.vouching, createdAt: stored.createdAt,
      lastUsedAt: environment.now())
    // An answer that comes late lowers nothing. A key that says 0 has stopped counting.
    if verdict.newSignCount > 0 { kept.signCount = max(kept.signCount, stored.signCount) }
    return kept
  }

  /// Writes what a verified response changed. Nothing changes for a key that is not written down yet.
  /// - Parameter isWay: `true` if the key may be a way in, which is then proved to sign.
  private func keep(_ verified: Credential, isWay: Bool, _ records: any Records) throws -> Credential {
    try records.update(verified)
    if isWay { try records.note(.signed, of: verified.id, at: environment.now()) }
    return verified
  }

  private func note(_ event: AuditEvent, _ credential: Credential, _ records: any Records) throws {
    try records.append(AuditEntry(event, account: credential.account, credential: credential.id, at: environment.now()))
  }
}

extension AuthenticationResponse {
  fileprivate var id: KeyID { KeyID(rawValue: Base64URL.encode(credentialID)) }
}
