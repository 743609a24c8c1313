import Authenticator
import Crypto
import Encoding
import HandsTools

/// The way in which the person is verified in one ceremony.
enum CeremonyVerification: Sendable {
  case none
  /// The authenticator asks for the PIN itself, as part of the command.
  case builtIn
  /// The authenticator asked for the PIN beforehand, for several commands.
  case token(ClientToken)

  var isBuiltIn: Bool { if case .builtIn = self { true } else { false } }
  var token: ClientToken? { if case .token(let token) = self { token } else { nil } }
}

/// The part that creating a credential and signing in have in common: the authenticator in use, and its capabilities.
struct BrowserCeremony: Sendable {
  let client: CTAPClient
  let information: AuthenticatorInformation
  let rpID: String

  init(_ client: CTAPClient, rpID: String) async throws {
    self.client = client; self.rpID = rpID
    information = try await client.information()
  }

  /// Returns the listed ids that can belong to this authenticator, split into as many commands as needed. Both the ids
  /// and the bytes of a command are limited.
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
  /// The size of a descriptor without its id, and the number of bytes that a list may take in a message, which leaves
  /// room for extensions and names.
  private static let bytesBesideID = 40, mostBytes = 4_096

  func has(_ option: String) -> Bool { information.options[option] == true }

  /// - Parameters:
  ///   - wish: The page's preference.
  ///   - isNeeded: `true` if the authenticator refuses such a command without verification.
  ///   - permissions: The permissions of a token, if several commands share one verification.
  func verify(_ wish: VerificationWish, isNeeded: Bool, permissions: TokenPermissions?) async throws
    -> CeremonyVerification
  {
    guard has("uv") else {
      guard wish != .required, !has("alwaysUv") else { throw BrowserFailure.noPIN }
      return .none
    }
    guard wish != .discouraged || isNeeded || has("alwaysUv") else { return .none }
    guard let permissions else { return .builtIn }
    return .token(try await client.tokenByVerification(permissions, rpID: rpID))
  }

  /// Returns the first credential in these lists that the authenticator has, found without asking the person.
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

extension ClientData {
  init(_ kind: Kind, challenge: [UInt8], _ place: RequestOrigin) {
    self.init(
      kind, challenge: challenge, origin: place.origin, isCrossOrigin: !place.isSameOriginWithAncestors,
      topOrigin: place.topOrigin)
  }
}

/// The public key in the authenticator data of a registration (WebAuthn L3 §6.5.1), for pages that cannot read CBOR.
struct CredentialPublicKey: Sendable {
  /// The COSE number of the algorithm.
  let algorithm: Int64
  /// The `SubjectPublicKeyInfo` of a P-256 key (RFC 5480 §2), DER.
  let subjectPublicKeyInfo: [UInt8]

  /// Reads the key. Returns `nil` if there is no key, or if it is of a different kind.
  init?(authenticatorData data: [UInt8]) {
    guard data.count >= 55, data[32] & 0x40 != 0 else { return nil }
    let start = 55 + (Int(data[53]) << 8 | Int(data[54]))
    guard start < data.count else { return nil }
    var reader = CBORReader(data, in: start..<data.count)
    guard let key = (try? reader.readValue())?.map else { return nil }
    func member(_ label: Int64) -> CBORValue? { key.first { $0.key == .integer(label) }?.value }
    guard member(1)?.integer == 2, member(-1)?.integer == 1, let algorithm = member(3)?.integer,
      let x = member(-2)?.byteString,
      let y = member(-3)?.byteString, x.count == 32, y.count == 32
    else { return nil }
    self.algorithm = algorithm
    subjectPublicKeyInfo = Self.prefix + [4] + x + y
  }
  private static let prefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
    0x3d, 0x03, 0x01, 0x07, 0x03,
    0x42,
    0x00,
  ]
}
