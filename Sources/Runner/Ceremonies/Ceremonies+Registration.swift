import Encoding
import Vocabulary
import Foundation
import Model
import RelyingParty

extension Ceremonies {
  /// PublicKeyCredentialCreationOptionsJSON for a new account's first passkey.
  ///
  /// - Parameter prf: Whether the passkey shall open something. A security key must be asked now, or this passkey never can.
  func beginRegistration(
    _ username: String, prf: Bool = true, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let account = AccountID(surroundings.randomBytes(16)), challenge = surroundings.randomBytes(32)
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .required, userVerification: site.userVerification)
    request.extensions.credProps = true
    request.extensions.prf = prf ? site.prf : nil
    let (options, state) = relyingParty.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: account.bytes, name: username, displayName: username), challenge: challenge, request: request)
    try issue(challenge, .registration(username: username, account: account, state), for: purpose, in: session, records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  enum RegistrationOutcome {
    case success(Credential, Username)
    case failure(Refused)
    case refused(UsernameRefusal)

    var reply: ServerReply.Account {
      switch self {
      case .success: .registered
      case .failure(let refused): .registrationRejected(refused.rejection)
      case .refused(let why): .usernameRefused(why)
      }
    }
  }

  /// Verifies the answer and, where it holds, writes the account and its passkey. The name is the one that the challenge was issued for.
  func register(
    _ response: String, named expected: Username? = nil, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> RegistrationOutcome {
    let read: RegistrationResponse, half: Waiting.Half
    switch try redeem(response, for: purpose, in: session, records) {
    case .failure(let refused): return .failure(refused)
    case .success(let found): (read, half) = found
    }
    guard case .registration(let name, let account, let state) = half, let username = Username(name), expected == nil || expected == username else {
      return .failure(Refused(.invalid))
    }
    let credential: Credential
    switch judge(read, state, for: account) {
    case .failure(let refused): return .failure(refused)
    case .success(let made): credential = made
    }
    let now = credential.createdAt
    if case .failure(let refused) = try records.judge(newName: name) { return .refused(refused.why) }
    guard try records.credential(credential.id) == nil else { return .failure(Refused(.invalid)) }  // §7.1 step 27
    try records.insert(Account(id: account, username: username, createdAt: now))
    try records.insert(credential)
    try records.insert(DeviceWrap(id: credential.id, account: account, kind: .key, transports: credential.transports, createdAt: now))
    try records.append(AuditEntry(.accountCreated, account: account, credential: credential.id, at: now))
    return .success(credential, username)
  }

  /// Reads an answer and takes the half that waits for it.
  func redeem(
    _ response: String, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Result<(RegistrationResponse, Waiting.Half), Refused> {
    let read: RegistrationResponse
    do throws(WebAuthnError) { read = try RegistrationResponse(json: Array(response.utf8)) } catch {
      return .failure(Refused(Rejection(error.code), error))
    }
    return try redeem(read.challenge, for: purpose, in: session, records).map { (read, $0) }
  }

  /// The relying party's judgement; nothing is written.
  func judge(_ response: RegistrationResponse, _ state: RegistrationState, for account: AccountID) -> Result<Credential, Refused> {
    var policy = RegistrationPolicy()
    policy.requiresUserVerification = site.userVerification == .required
    policy.metadata = metadata.blob.map(MetadataPolicy.init)
    let now = surroundings.now()
    do throws(WebAuthnError) {
      let time = UnixTime(seconds: Int64(now.timeIntervalSince1970))
      let verdict = try relyingParty.finishRegistration(state, response: response, policy: policy, at: time)
      let vouching = verdict.vouching(believing: TrustAnchors(site.attestationRoots), at: time)
      return .success(Credential(verdict.credential, account: account, vouching: vouching.rawValue, createdAt: now))
    } catch { return .failure(Refused(Rejection(error.code), error)) }
  }
}
