import AccountService
import Encoding
import Foundation
import Model
import RelyingParty
import Vocabulary

extension Ceremonies {
  /// Returns PublicKeyCredentialCreationOptionsJSON for a new account's first passkey.
  ///
  /// - Parameter prf: `true` if the passkey should open something. A security key must be asked for PRF now; otherwise
  ///   this passkey can never provide it.
  package func beginRegistration(
    _ username: String, prf: Bool = true, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let account = AccountID(environment.randomBytes(16)), challenge = environment.randomBytes(32)
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(
      residentKey: .required, userVerification: site.userVerification)
    request.extensions.credProps = true
    request.extensions.prf = prf ? site.prf : nil
    let (options, state) = relyingParty.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: account.bytes, name: username, displayName: username),
      challenge: challenge, request: request)
    try issue(challenge, .registration(username: username, account: account, state), for: purpose, in: session, records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  /// The outcome of a registration.
  package enum RegistrationOutcome {
    case success(Credential, Username)
    case failure(Refused)
    case refused(UsernameRefusal)

    package var reply: ServerReply.Account {
      switch self {
      case .success: .registered
      case .failure(let refused): .registrationRejected(refused.rejection)
      case .refused(let why): .usernameRefused(why)
      }
    }
  }

  /// Verifies the response and, if it is valid, writes the account and its passkey. The name is the one for which the
  /// challenge was issued.
  package func register(
    _ response: String, named expected: Username? = nil, for purpose: Purpose, in session: SessionID,
    _ records: any Records
  ) throws -> RegistrationOutcome {
    let read: RegistrationResponse, half: Waiting.Half
    switch try redeem(response, for: purpose, in: session, records) {
    case .failure(let refused): return .failure(refused)
    case .success(let found): (read, half) = found
    }
    guard case .registration(let name, let account, let state) = half, let username = Username(name),
      expected == nil || expected == username
    else {
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
    try records.insert(
      Way(id: credential.id, account: account, kind: .key, transports: credential.transports, createdAt: now))
    try records.append(AuditEntry(.accountCreated, account: account, credential: credential.id, at: now))
    return .success(credential, username)
  }

  /// Reads a response and takes the stored half that waits for it.
  private func redeem(
    _ response: String, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Result<(RegistrationResponse, Waiting.Half), Refused> {
    let read: RegistrationResponse
    do throws(WebAuthnError) { read = try RegistrationResponse(json: Array(response.utf8)) } catch {
      return .failure(Refused(Rejection(error.code), error))
    }
    return try redeem(read.challenge, for: purpose, in: session, records).map { (read, $0) }
  }

  /// Lets the relying party verify a response. Nothing is written.
  private func judge(
    _ response: RegistrationResponse, _ state: RegistrationState, for account: AccountID
  ) -> Result<Credential, Refused> {
    var policy = RegistrationPolicy()
    policy.requiresUserVerification = site.userVerification == .required
    policy.metadata = metadata.blob.map(MetadataPolicy.init)
    let now = environment.now()
    do throws(WebAuthnError) {
      let time = UnixTime(seconds: Int64(now.timeIntervalSince1970))
      let verdict = try relyingParty.finishRegistration(state, response: response, policy: policy, at: time)
      let vouching = verdict.vouching(believing: TrustAnchors(site.attestationRoots), at: time)
      return .success(Credential(verdict.credential, account: account, vouching: vouching.rawValue, createdAt: now))
    } catch { return .failure(Refused(Rejection(error.code), error)) }
  }
}

extension Ceremonies {
  /// Returns PublicKeyCredentialCreationOptionsJSON for another key of an account. The account's existing keys are
  /// excluded (G-05): a second credential on the same key would replace the first one, which is acceptable only if the
  /// first was never stored.
  package func beginEnrollment(
    _ account: Account, isHere: Bool = false, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    var request = RegistrationRequest()
    // With the hint for this device, a browser that knows no hints needs the attachment (WebAuthn Level 3 §5.8.7).
    request.authenticatorSelection = AuthenticatorSelectionCriteria(
      authenticatorAttachment: isHere ? .platform : nil, residentKey: .required,
      userVerification: site.userVerification)
    request.extensions.credProps = true
    request.extensions.prf = site.prf
    request.hints = [isHere ? .clientDevice : .securityKey]
    // This lets Settings distinguish vouched-for facts from claims (E-05). No key is refused for sending no
    // attestation.
    request.attestation = .direct
    let known = try records.credentials(of: account.id).compactMap(PublicKeyCredentialDescriptor.init)
    let name = account.username.text
    let (options, state) = relyingParty.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: account.id.bytes, name: name, displayName: name), challenge: challenge,
      excluding: known,
      request: request)
    try issue(challenge, .enrollment(account.id, state), for: purpose, in: session, records)
    return String(decoding: options.json(), as: UTF8.self)
  }

  /// Verifies a new key without storing it. The key is stored after its confirming tap.
  package func enroll(
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

  /// Returns a challenge to which a way in, such as a recovery code, responds with a proof.
  package func beginProof(
    by way: KeyID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    try issue(challenge, .proof(way: way), for: purpose, in: session, records)
    return Base64URL.encode(challenge)
  }

  /// Spends the challenge of such a proof. Returns `false` if the challenge was not issued for this purpose.
  package func redeemProof(
    _ challenge: [UInt8], by way: KeyID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Bool {
    if case .success(.proof(way)) = try redeem(challenge, for: purpose, in: session, records) { true } else { false }
  }

  /// Returns a challenge for the request for a copy of this account's journal.
  package func beginCopy(
    of account: AccountID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    try issue(challenge, .copy(account), for: purpose, in: session, records)
    return Base64URL.encode(challenge)
  }

  /// Spends the challenge of such a request. Returns `false` if the challenge was not issued for this purpose.
  package func redeemCopy(
    _ challenge: [UInt8], of account: AccountID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Bool {
    if case .success(.copy(account)) = try redeem(challenge, for: purpose, in: session, records) { true } else { false }
  }
}
