import Authenticator
import Crypto
import Encoding

/// How the person is verified in one ceremony.
enum CeremonyVerification: Sendable {
  case none
  /// The authenticator asks for the PIN itself, in the command.
  case builtIn
  /// It did so before, for several commands.
  case token(ClientToken)

  var isBuiltIn: Bool { if case .builtIn = self { true } else { false } }
  var token: ClientToken? { if case .token(let token) = self { token } else { nil } }
}

/// What making a credential and signing in have in common: an authenticator whose turn it is, and what it can.
struct Ceremony: Sendable {
  let client: CTAPClient
  let information: AuthenticatorInformation
  let rpID: String

  init(_ client: CTAPClient, rpID: String) async throws {
    self.client = client; self.rpID = rpID
    information = try await client.information()
  }

  /// The ids of a list that can be one of this authenticator's, in as many commands as they take: so many fit, and so many bytes.
  func lists(_ ids: [[UInt8]]) -> [[[UInt8]]] {
    let most = max(information.mostCredentialsInList ?? 1, 1), longest = information.longestCredentialID ?? .max
    var lists: [[[UInt8]]] = [], bytes = 0
    for id in ids where id.count <= longest {
      bytes += id.count + Self.bytesBesideID
      if let last = lists.last, last.count < most, bytes <= Self.mostBytes {
        lists[lists.count - 1].append(id)
      } else {
        lists.append([id])
        bytes = id.count + Self.bytesBesideID
      }
    }
    return lists
  }
  /// What a descriptor is beside its id; and what a list may take of a message, which has room for extensions and names beside it.
  private static let bytesBesideID = 40, mostBytes = 4_096

  func has(_ option: String) -> Bool { information.options[option] == true }

  /// - Parameters:
  ///   - wish: The page's.
  ///   - isNeeded: Whether the authenticator does nothing of that kind without.
  ///   - permissions: For a token, where several commands need one verification.
  func verify(_ wish: VerificationWish, isNeeded: Bool, permissions: TokenPermissions?) async throws -> CeremonyVerification {
    guard has("uv") else {
      guard wish != .required, !has("alwaysUv") else { throw BrowserFailure.noPIN }
      return .none
    }
    guard wish != .discouraged || isNeeded || has("alwaysUv") else { return .none }
    guard let permissions else { return .builtIn }
    return .token(try await client.tokenByVerification(permissions, rpID: rpID))
  }

  /// The credential of several lists that the authenticator has, found without asking the person.
  func find(_ lists: [[[UInt8]]], by verification: CeremonyVerification) async throws -> [UInt8]? {
    for list in lists {
      var command = GetAssertionCommand(rpID: rpID, clientDataHash: Array(SHA256.hash(data: [])))
      command.allowed = list
      (command.needsPresence, command.token) = (false, verification.token)
      do { return try await client.getAssertion(command).credentialID } catch CTAPStatus.noCredentials { continue }
    }
    return nil
  }
}
