import Authenticator
import Crypto
import Encoding

/// How the authenticator is asked to verify the person in one ceremony.
struct CeremonyVerification: Sendable {
  /// The authenticator asks for the PIN itself, in the command.
  var isBuiltIn = false
  /// It did so before, for several commands.
  var token: CTAPToken?

  /// `pinUvAuthParam` for a command over this hash.
  func parameter(_ hash: [UInt8]) -> CBORValue? { token.map { .string($0.authenticate(hash)) } }
  var protocolNumber: CBORValue? { token.map { _ in .integer(CTAPSharedSecret.version) } }
}

/// What making a credential and signing in have in common: an authenticator whose turn it is, what it can, and a secret shared where one is needed.
struct Ceremony: Sendable {
  let client: CTAPClient
  let information: CTAPInformation
  let rpID: String

  init(_ client: CTAPClient, rpID: String) async throws(BrowserFailure) {
    self.client = client; self.rpID = rpID
    information = try await Self.asking { () async throws(CTAPStatus) in try await client.information() }
  }

  /// - Parameters:
  ///   - wish: The page's.
  ///   - isNeeded: Whether the authenticator does nothing of that kind without.
  ///   - permissions: For a token, where several commands need one verification.
  func verify(
    _ wish: VerificationWish, isNeeded: Bool, permissions: TokenPermissions?, by shared: CTAPSharedSecret?
  ) async throws(BrowserFailure) -> CeremonyVerification {
    guard information.verifiesItself else {
      guard wish != .required, !information.alwaysVerifies else { throw .noPIN }
      return CeremonyVerification()
    }
    guard wish != .discouraged || isNeeded || information.alwaysVerifies else { return CeremonyVerification() }
    guard let permissions, let shared else { return CeremonyVerification(isBuiltIn: true) }
    let (client, rpID) = (client, rpID)
    let token = try await Self.asking { () async throws(CTAPStatus) in try await client.token(permissions, rpID: rpID, by: shared) }
    return CeremonyVerification(token: token)
  }

  func sharedSecret(where isNeeded: Bool) async throws(BrowserFailure) -> CTAPSharedSecret? {
    guard isNeeded else { return nil }
    let client = client
    return try await Self.asking { () async throws(CTAPStatus) in try await client.agree() }
  }

  func call(_ command: CTAPCommand, _ parameters: CBORValue? = nil) async throws(BrowserFailure) -> CTAPAnswer {
    let client = client
    return try await Self.asking { () async throws(CTAPStatus) in try await client.call(command, parameters) }
  }

  /// The credential of a list that the authenticator has, found without asking the person; at most so many are named at once.
  func find(_ ids: [[UInt8]], by verification: CeremonyVerification) async throws(BrowserFailure) -> [UInt8]? {
    let hash = [UInt8](SHA256.hash(data: []))
    for start in stride(from: 0, to: ids.count, by: information.mostCredentials) {
      let part = Array(ids[start..<min(start + information.mostCredentials, ids.count)])
      do {
        let answer = try await client.call(
          .getAssertion,
          .parameters([
            1: .text(rpID), 2: .string(hash), 3: Self.list(part), 5: .named(["up": .boolean(false)]), 6: verification.parameter(hash),
            7: verification.protocolNumber,
          ]))
        return answer[1]?["id"]?.byteString.map { Array($0) } ?? (part.count == 1 ? part[0] : nil)
      } catch {
        guard error == .noCredentials else { throw BrowserFailure(error) }
      }
    }
    return nil
  }

  static func list(_ ids: [[UInt8]]) -> CBORValue? {
    ids.isEmpty ? nil : .array(ids.map { .named(["id": .string($0), "type": .text("public-key")]) })
  }

  static func asking<Answer>(_ ask: () async throws(CTAPStatus) -> Answer) async throws(BrowserFailure) -> Answer {
    do { return try await ask() } catch { throw BrowserFailure(error) }
  }
}
