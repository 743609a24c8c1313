import Authenticator
import Encoding

/// Signs in for a page (WebAuthn L3 §5.1.4) and gives `AuthenticationResponseJSON` (§5.1.8).
struct SignIn: Sendable {
  private let details: AssertionDetails
  private let ceremony: Ceremony
  private var information: CTAPInformation { ceremony.information }

  static func run(_ details: AssertionDetails, _ client: CTAPClient, _ chooser: any AccountChooser) async throws(BrowserFailure) -> [UInt8] {
    let signIn = SignIn(details: details, ceremony: try await Ceremony(client, rpID: details.rpID))
    return try await signIn.run(chooser)
  }

  private func run(_ chooser: any AccountChooser) async throws(BrowserFailure) -> [UInt8] {
    let prf = information.extensions.contains("hmac-secret") ? details.extensions.prf : nil
    // Which salts to send, and which of a long list to name, is known only when it is known which credential is here.
    let looksFirst = details.allowed.count > 1 && (prf?.evalByCredential.isEmpty == false || details.allowed.count > information.mostCredentials)
    let permissions: TokenPermissions? = isWriting ? [.getAssertion, .largeBlobWrite] : looksFirst ? .getAssertion : nil
    let shared = try await ceremony.sharedSecret(where: permissions != nil || prf != nil)
    let verification = try await ceremony.verify(details.verification, isNeeded: isWriting, permissions: permissions, by: shared)
    var allowed = details.allowed
    if looksFirst {
      guard let found = try await ceremony.find(allowed, by: verification) else { throw BrowserFailure(CTAPStatus.noCredentials) }
      allowed = [found]
    }
    let salts = prf?.salts(for: allowed.count == 1 ? allowed.first : nil)
    let clientData = ClientData(.get, challenge: details.challenge, details.place)
    let first = try await ceremony.call(
      .getAssertion,
      .parameters([
        1: .text(details.rpID), 2: .string(clientData.hash), 3: Ceremony.list(allowed), 4: inputs(salts, shared),
        5: verification.isBuiltIn ? .named(["uv": .boolean(true)]) : nil, 6: verification.parameter(clientData.hash), 7: verification.protocolNumber,
      ]))
    let answer = try await chosen(first, chooser)
    guard let id = answer[1]?["id"]?.byteString.map({ Array($0) }) ?? (allowed.count == 1 ? allowed.first : nil), let data = answer.bytes(2),
      let parts = AuthenticatorDataParts(data), let signature = answer.bytes(3)
    else { throw BrowserFailure(CTAPStatus.other) }
    var results = ExtensionResults()
    if details.extensions.prf != nil {
      let sealed = parts.extensions["hmac-secret"]?.byteString.map { Array($0) }
      results.prf = .init(outputs: sealed.flatMap { sealed in shared.flatMap { salts?.outputs(sealed, by: $0) } })
    }
    if details.extensions.getCredBlob { results.credBlob = parts.extensions["credBlob"]?.byteString.map { Array($0) } }
    await largeBlob(&results, key: answer.bytes(7).map { Secret($0) }, token: verification.token)

    var json = JSONWriter()
    json.object { json in
      json.credential(id, isPlatform: information.isPlatform, results)
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("authenticatorData", base64URL: data)
          $0.member("signature", base64URL: signature)
          $0.member("userHandle", base64URL: answer[4]?["id"]?.byteString.map { Array($0) })
        }
      }
    }
    return json.bytes
  }

  private var isWriting: Bool { if case .write = details.extensions.largeBlob { true } else { false } }
  private static let mostAccounts = 256

  /// The person's choice, where several accounts could be signed in to.
  private func chosen(_ first: CTAPAnswer, _ chooser: any AccountChooser) async throws(BrowserFailure) -> CTAPAnswer {
    var answers = [first]
    let count = first.integer(5) ?? 1
    guard count > 1, first[6]?.isTrue != true else { return first }
    while answers.count < min(Int(clamping: count), Self.mostAccounts) { answers.append(try await ceremony.call(.getNextAssertion)) }
    let accounts = answers.map { answer in
      PasskeyAccount(
        userID: answer[4]?["id"]?.byteString.map { Array($0) } ?? [], userName: answer[4]?["name"]?.text, displayName: answer[4]?["displayName"]?.text
      )
    }
    guard let index = await chooser.choose(from: accounts, for: details.rpID), answers.indices.contains(index) else {
      throw BrowserFailure(CTAPStatus.operationDenied)
    }
    return answers[index]
  }

  private func inputs(_ salts: PRFSalts?, _ shared: CTAPSharedSecret?) -> CBORValue? {
    let usesBlob = details.extensions.largeBlob != nil && information.extensions.contains("largeBlobKey")
    let inputs = CBORValue.named([
      "hmac-secret": shared.flatMap { salts?.input(by: $0) }, "largeBlobKey": usesBlob ? .boolean(true) : nil,
      "credBlob": details.extensions.getCredBlob ? .boolean(true) : nil,
    ])
    return inputs.map?.isEmpty == true ? nil : inputs
  }

  /// Reads or writes the credential's blob. Where that fails the person is signed in all the same (WebAuthn L3 §10.1.5).
  private func largeBlob(_ results: inout ExtensionResults, key: Secret?, token: CTAPToken?) async {
    switch details.extensions.largeBlob {
    case .read:
      guard let key, let array = try? await ceremony.client.largeBlobs(information) else { return }
      results.largeBlob = array.blob(key)
    case .write(let blob):
      results.largeBlobWritten = false
      guard let key, let token, var array = try? await ceremony.client.largeBlobs(information), (try? array.set(blob, key)) != nil else { return }
      results.largeBlobWritten = (try? await ceremony.client.set(array, information, by: token)) != nil
    case .support, nil: return
    }
  }
}
