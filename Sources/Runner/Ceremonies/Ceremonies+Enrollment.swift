import Encoding
import Vocabulary
import Foundation
import Model
import RelyingParty

extension Ceremonies {
  /// PublicKeyCredentialCreationOptionsJSON for one more key of an account. Keys that it has are excluded (G-05): a second credential
  /// on the same key would take the first one's place, as it may where that one was never written down.
  func beginEnrollment(
    _ account: Account, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = surroundings.randomBytes(32)
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .required, userVerification: site.userVerification)
    request.extensions.credProps = true
    request.extensions.prf = site.prf
    request.hints = [.securityKey]
    request.attestation = .direct  // for Settings to tell what is vouched for from what is claimed (E-05); nobody is refused for sending none
    let known = try records.credentials(of: account.id).compactMap(PublicKeyCredentialDescriptor.init)
    let name = account.username.text
    let (options, state) = relyingParty.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: account.id.bytes, name: name, displayName: name), challenge: challenge, excluding: known,
      request: request)
    try issue(challenge, .enrollment(account.id, state), for: purpose, in: session, records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  /// Verifies a new key. It is not written down: that is its confirming tap's to bring about.
  func enroll(
    _ response: String, for purpose: Purpose, of holder: AccountID?, in session: SessionID, _ records: any Records
  ) throws -> Result<Credential, Refused> {
    let read: RegistrationResponse, half: Waiting.Half
    switch try redeem(response, for: purpose, in: session, records) {
    case .failure(let refused): return .failure(refused)
    case .success(let found): (read, half) = found
    }
    guard case .enrollment(let account, let state) = half, account == holder else { return .failure(Refused(.invalid)) }
    return judge(read, state, for: account)
  }

  /// A challenge that a recovery code answers.
  func beginProof(by way: KeyID, for purpose: Purpose, in session: SessionID, _ records: any Records) throws -> String {
    let challenge = surroundings.randomBytes(32)
    try issue(challenge, .proof(way: way), for: purpose, in: session, records)
    return Base64URL.encode(challenge)
  }
}
