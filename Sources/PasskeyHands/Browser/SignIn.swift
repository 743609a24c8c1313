import Authenticator
import Encoding
import HandsTools

/// Signs in for a page (WebAuthn L3 §5.1.4) and returns `AuthenticationResponseJSON` (§5.1).
struct SignIn: Sendable {
  private let details: AssertionDetails
  private let ceremony: BrowserCeremony
  private let choose: Choice
  private var wishes: ExtensionRequest { details.extensions }
  private static let mostAccounts = 256

  /// Asks the person to choose one of two or more accounts, the newest first. Returns the account's index, or `nil` if
  /// the person chooses no account or the request has been cancelled.
  typealias Choice = @Sendable ([PasskeyAccount]) async -> Int?

  init(_ details: AssertionDetails, _ client: CTAPClient, _ choose: @escaping Choice) async throws {
    self.details = details; self.choose = choose
    ceremony = try await BrowserCeremony(client, rpID: details.rpID)
  }

  func run() async throws -> [UInt8] {
    let (assertion, clientData, results) = try await perform()
    return response(assertion, clientData, results)
  }

  /// Returns the response without the outputs of PRF, which open the account, and the first of them by itself.
  func runApart() async throws -> OwnAnswer {
    var (assertion, clientData, results) = try await perform()
    let secret = results.prf?.outputs?.first.map { Secret($0) }, data = assertion.authenticatorData
    results.prf?.outputs = nil
    // Without verification, the same passkey has a different PRF (WRAPS §2).
    let isVerified = data.count > 32 && data[32] & 0x04 != 0
    return OwnAnswer(
      credential: response(assertion, clientData, results), id: assertion.credentialID,
      secret: isVerified ? secret : nil, userID: assertion.userID)
  }

  private func perform() async throws -> (Assertion, ClientData, ExtensionResults) {
    let prf = ceremony.information.extensions.contains("hmac-secret") ? wishes.prf : nil
    // The salts to send, and the ids of a long list, depend on which credential is here.
    let lists = ceremony.lists(details.allowed)
    guard details.allowed.isEmpty || !lists.isEmpty else { throw CTAPStatus.noCredentials }
    let looksFirst = lists.joined().count > 1 && (prf?.evalByCredential.isEmpty == false || lists.count > 1)
    let permissions: TokenPermissions? =
      isWriting ? [.getAssertion, .largeBlobWrite] : looksFirst ? .getAssertion : nil
    let verification = try await ceremony.verify(details.verification, isNeeded: isWriting, permissions: permissions)
    let clientData = ClientData(.get, challenge: details.challenge, details.place)
    var command = GetAssertionCommand(rpID: details.rpID, clientDataHash: clientData.hash)
    (command.verifiesBuiltIn, command.token, command.allowed) = (
      verification.isBuiltIn, verification.token, Array(lists.joined())
    )
    if looksFirst {
      guard let found = try await ceremony.find(lists, by: verification) else { throw CTAPStatus.noCredentials }
      command.allowed = [found]
    }
    let salts = prf?.salts(for: command.allowed.count == 1 ? command.allowed.first : nil)
    let agreement = salts == nil ? nil : try await ceremony.client.agree()
    if let salts, let agreement { command.extensions["hmac-secret"] = try salts.input(by: agreement) }
    if wishes.largeBlob != nil, ceremony.information.extensions.contains("largeBlobKey") {
      command.extensions["largeBlobKey"] = .boolean(true)
    }
    if wishes.getCredBlob { command.extensions["credBlob"] = .boolean(true) }

    let assertion = try await chosen(try await first(&command, verification))
    var results = ExtensionResults()
    if wishes.prf != nil {
      let outputs = agreement.flatMap { agreement in
        assertion.extensions?["hmac-secret"]?.byteString.flatMap { salts?.outputs($0, by: agreement) }
      }
      results.prf = .init(outputs: outputs)
    }
    if wishes.getCredBlob { results.credBlob = assertion.extensions?["credBlob"]?.byteString.map { Array($0) } }
    await largeBlob(&results, key: assertion.largeBlobKey, token: verification.token)
    return (assertion, clientData, results)
  }

  /// A key that was created with the PIN requires the PIN, even at a site that does not ask for verification.
  private func first(_ command: inout GetAssertionCommand, _ verification: CeremonyVerification) async throws
    -> Assertion
  {
    do { return try await ceremony.client.getAssertion(command) } catch CTAPStatus.noCredentials {
      guard case .none = verification, ceremony.has("uv") else { throw CTAPStatus.noCredentials }
      command.verifiesBuiltIn = true
      return try await ceremony.client.getAssertion(command)
    }
  }

  private var isWriting: Bool { if case .write = wishes.largeBlob { true } else { false } }

  private func response(_ assertion: Assertion, _ clientData: ClientData, _ results: ExtensionResults) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.credential(assertion.credentialID, isPlatform: ceremony.has("plat"), results)
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("authenticatorData", base64URL: assertion.authenticatorData)
          $0.member("signature", base64URL: assertion.signature)
          $0.member("userHandle", base64URL: assertion.userID)
        }
      }
    }
    return json.bytes
  }

  /// Returns the person's choice if several accounts are available.
  private func chosen(_ first: Assertion) async throws -> Assertion {
    guard let count = first.count, count > 1 else { return first }
    var assertions = [first]
    while assertions.count < min(count, Self.mostAccounts) {
      assertions.append(try await ceremony.client.getNextAssertion())
    }
    let accounts = assertions.map {
      PasskeyAccount(userID: $0.userID ?? [], userName: $0.userName, displayName: $0.userDisplayName)
    }
    guard let index = await choose(accounts), assertions.indices.contains(index) else {
      throw CTAPStatus.operationDenied
    }
    return assertions[index]
  }

  /// Reads or writes the credential's blob. If that fails, the person is nevertheless signed in (WebAuthn L3 §10.1.5).
  private func largeBlob(_ results: inout ExtensionResults, key: Secret?, token: ClientToken?) async {
    switch wishes.largeBlob {
    case .read:
      guard let key else { return }
      results.largeBlob = try? await largeBlobs().blob(key)
    case .write(let blob):
      results.largeBlobWritten = false
      guard let key, let token, var array = try? await largeBlobs(), (try? array.set(blob, key)) != nil else { return }
      results.largeBlobWritten = (try? await ceremony.client.writeLargeBlobs(array.content, token)) != nil
    case .support, nil: return
    }
  }

  /// Returns the large-blob array. A damaged array counts as empty (CTAP 2.1 §6.10.2).
  private func largeBlobs() async throws -> LargeBlobArray {
    do { return LargeBlobArray(try await ceremony.client.readLargeBlobs()) } catch is UnreadableAnswer {
      return LargeBlobArray()
    }
  }
}
