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
  /// - Parameter prf: `true` if the passkey should open something.
  package func beginAuthentication(
    _ ceremony: Ceremony, of account: AccountID?, and pending: [Credential] = [], hints: [PublicKeyCredentialHint] = [],
    prf: Bool = true,
    for purpose: Purpose, in session: SessionID, _ records: any Records
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
    try issue(challenge, .authentication(ceremony, account: account, state), for: purpose, in: session, records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  /// Verifies the response of a stored key, or of a key that this run has just created. If the response is valid,
  /// writes the resulting changes: counter, flags, last use, and the proof that the key signed.
  package func authenticate(
    _ response: String, for purpose: Purpose, _ ceremony: Ceremony, by holder: AccountID? = nil,
    and pending: [Credential] = [],
    in session: Session, _ records: any Records
  ) throws -> Result<Credential, Refused> {
    let read: AuthenticationResponse
    do throws(WebAuthnError) { read = try AuthenticationResponse(json: Array(response.utf8)) } catch {
      return .failure(Refused(Rejection(error.code), error))
    }
    let half: Waiting.Half
    switch try redeem(read.challenge, for: purpose, in: session.id, records) {
    case .failure(let refused): return .failure(refused)
    case .success(let found): half = found
    }
    guard case .authentication(ceremony, let account, let state) = half, account == nil || account == holder else {
      return .failure(Refused(.invalid))
    }
    let id = KeyID(rawValue: Base64URL.encode(read.credentialID))
    guard let stored = try pending.first(where: { $0.id == id }) ?? records.credential(id) else {
      return .failure(Refused(.unknownKey))
    }
    guard account == nil || stored.account == account else { return .failure(Refused(.unknownKey)) }

    var policy = AuthenticationPolicy()
    // A change requires user verification, whatever the site requires for a sign-in (WRAPS §5). Without user
    // verification, PRF also returns a different secret.
    policy.requiresUserVerification = site.userVerification == .required || ceremony != .signIn
    policy.counter = site.counterPolicy
    policy.backupEligibilityChange = .report
    let verdict: AuthenticationVerdict
    do throws(WebAuthnError) {
      verdict = try relyingParty.finishAuthentication(
        state, response: read, credential: CredentialRecord(stored), policy: policy)
    } catch {
      if error.code == .counterRegression { try note(.counterRegressed, stored, records) }
      return .failure(Refused(Rejection(error.code), error))
    }
    for warning in verdict.warnings {  // E-17, E-19, G-21: reported, not refused, unless the policy is strict
      switch warning {
      case .counterDidNotIncrease: try note(.counterRegressed, stored, records)
      case .backupEligibilityChanged: try note(.backupStateChanged, stored, records)
      case .unsolicitedExtension, .weakerCredentialProtection: break
      }
    }
    if ceremony == .signIn, try records.isClosed(stored.account) { return .failure(Refused(.closed)) }
    let now = environment.now()
    let updated = Credential(
      verdict.credential, account: stored.account, vouching: stored.vouching, createdAt: stored.createdAt,
      lastUsedAt: now)
    // Neither changes anything for a key that is not written down yet.
    try records.update(updated)
    try records.note(.signed, of: updated.id, at: now)
    return .success(updated)
  }

  private func note(_ event: AuditEvent, _ credential: Credential, _ records: any Records) throws {
    try records.append(AuditEntry(event, account: credential.account, credential: credential.id, at: environment.now()))
  }
}
