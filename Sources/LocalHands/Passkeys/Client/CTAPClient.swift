import Authenticator
import Encoding

/// A client's side of CTAP 2.1, over an authenticator whose turn it has.
struct CTAPClient: Sendable {
  let authenticator: any PasskeyAuthenticator
  /// Which client this is, so that walks through several assertions are not another's.
  let channel: UInt32

  /// - Throws: The authenticator's status, or `invalidCBOR` where it answers something else than the specification says.
  func call(_ command: CTAPCommand, _ parameters: CBORValue? = nil) async throws(CTAPStatus) -> CTAPAnswer {
    let answer = await authenticator.respond(to: [command.rawValue] + (parameters?.encoded() ?? []), on: channel)
    guard let first = answer.first, let status = CTAPStatus(rawValue: first) else { throw .other }
    guard status == .success else { throw status }
    guard answer.count > 1 else { return CTAPAnswer(.map([])) }
    guard let value = try? CBORValue(decoding: Array(answer.dropFirst())) else { throw .invalidCBOR }
    return CTAPAnswer(value)
  }

  func information() async throws(CTAPStatus) -> CTAPInformation { CTAPInformation(try await call(.getInfo)) }

  /// Agrees on a secret by PIN/UV auth protocol two (CTAP 2.1 §6.5.5.4, getKeyAgreement).
  func agree() async throws(CTAPStatus) -> CTAPSharedSecret {
    let answer = try await call(.clientPIN, .parameters([1: .integer(CTAPSharedSecret.version), 2: .integer(2)]))
    guard let key = answer[1], let shared = CTAPSharedSecret(with: key) else { throw .invalidCBOR }
    return shared
  }

  /// The authenticator verifies the person, and gives a token for these permissions (CTAP 2.1 §6.5.5.7.3).
  func token(_ permissions: TokenPermissions, rpID: String, by shared: CTAPSharedSecret) async throws(CTAPStatus) -> CTAPToken {
    let answer = try await call(
      .clientPIN,
      .parameters([
        1: .integer(CTAPSharedSecret.version), 2: .integer(6), 3: shared.platformKey, 9: .integer(Int64(permissions.rawValue)), 10: .text(rpID),
      ]))
    guard let sealed = answer.bytes(2), let token = shared.decrypt(sealed) else { throw .invalidCBOR }
    return CTAPToken(token)
  }
}

/// What an authenticator answered: a map with numbers for keys. What is there in another type counts as not there.
struct CTAPAnswer: Sendable {
  let value: CBORValue
  init(_ value: CBORValue) { self.value = value }

  subscript(_ key: Int64) -> CBORValue? { value.map?.first { $0.key == .integer(key) }?.value }
  func bytes(_ key: Int64) -> [UInt8]? { self[key]?.byteString.map { Array($0) } }
  func text(_ key: Int64) -> String? { self[key]?.text }
  func integer(_ key: Int64) -> Int64? { self[key]?.integer }
  func texts(_ key: Int64) -> [String] { self[key]?.array?.compactMap(\.text) ?? [] }
}

extension CBORValue {
  /// A map of those entries that have a value.
  static func parameters(_ entries: KeyValuePairs<Int64, CBORValue?>) -> CBORValue {
    .map(entries.compactMap { key, value in value.map { CBOREntry(key: .integer(key), value: $0) } })
  }
  /// A map with names for keys, of those entries that have a value.
  static func named(_ entries: KeyValuePairs<String, CBORValue?>) -> CBORValue {
    .map(entries.compactMap { key, value in value.map { CBOREntry(key: .text(key), value: $0) } })
  }
  static func string(_ bytes: [UInt8]) -> CBORValue { .bytes(bytes[...]) }
  var isTrue: Bool { self == .boolean(true) }
}
