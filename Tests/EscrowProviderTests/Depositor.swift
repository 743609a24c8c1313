import Encoding
import Escrow
import Foundation
import TestProvider

/// A person who backs up at one provider, with everything that their program would know.
struct Depositor: Sendable {
  var peer: Peer
  let user: UserIdentifier
  var account: AccountKey { user.accountKey }
  var path: String { "policy/\(Base32Bytes(account.publicKey).text)" }

  init(_ provider: TestProvider, name: String = "Max") throws {
    try self.init(Peer(provider), salt: provider.server.provider.salt, name: name)
  }
  init(_ peer: Peer, salt: [UInt8], name: String = "Max") throws {
    self.peer = peer
    user = try UserIdentifier(["full_name": name], providerSalt: salt)
  }

  /// Uploads these bytes as a document.
  func upload(_ bytes: [UInt8], query: String = "", _ change: [String: String?] = [:], body: [UInt8]? = nil)
    async throws -> PeerAnswer
  {
    try await peer.post(path + query, body ?? bytes, headers(for: bytes, change))
  }
  func headers(for bytes: [UInt8], _ change: [String: String?] = [:]) -> [String: String] {
    let hash = EscrowHash.of(bytes)
    let headers: [String: String?] = [
      "If-None-Match": Base32Bytes(hash).text,
      "Anastasis-Policy-Signature": Base32Bytes(account.sign(upload: hash)).text,
    ]
    return headers.merging(change) { $1 }.compactMapValues { $0 }
  }
}

/// A truth at a provider, and the key that opens it.
struct Deposit: Sendable {
  var peer: Peer
  let id = Base32Bytes(DrawnBytes.bytes(32))
  let key = Base32Bytes(DrawnBytes.bytes(64))
  let share = Base32Bytes(DrawnBytes.bytes(72))
  let salt = DrawnBytes.bytes(16)
  let type: MethodType
  var sealed: Base32Bytes
  var path: String { "truth/\(id.text)" }

  init(_ provider: TestProvider, _ type: MethodType, _ plain: [UInt8]) { self.init(Peer(provider), type, plain) }
  init(_ peer: Peer, _ type: MethodType, _ plain: [UInt8]) {
    self.peer = peer
    self.type = type
    sealed = Base32Bytes(SealedTruth.seal(Secret(plain), key: Secret(key.bytes)))
  }
  init(_ provider: TestProvider, _ type: MethodType, _ plain: String) { self.init(provider, type, Array(plain.utf8)) }
  /// A security question with this answer.
  init(_ provider: TestProvider, answer: String) throws {
    self.init(provider, .question, [])
    sealed = Base32Bytes(SealedTruth.seal(Secret(try response(answer)), key: Secret(key.bytes)))
  }

  /// The same truth, as another address of the provider is asked about it.
  func moved(to peer: Peer) -> Deposit {
    var deposit = self
    deposit.peer = peer
    return deposit
  }
  var uploadBody: [String: Any] {
    ["key_share_data": share.text, "type": type.rawValue, "encrypted_truth": sealed.text, "storage_duration_years": 1]
  }
  func upload(_ change: [String: Any] = [:]) async throws -> PeerAnswer {
    try await peer.post(path, json: uploadBody.merging(change) { $1 })
  }
  func challenge(_ more: [String: Any] = [:], query: String = "") async throws -> PeerAnswer {
    try await peer.post(path + "/challenge" + query, json: ["truth_decryption_key": key.text].merging(more) { $1 })
  }
  func solve(_ response: [UInt8], _ more: [String: Any] = [:], query: String = "") async throws -> PeerAnswer {
    try await peer.post(
      path + "/solve" + query,
      json: ["truth_decryption_key": key.text, "h_response": Base32Bytes(response).text].merging(more) { $1 })
  }
  /// Solves the challenge with a code as it was sent.
  func solve(code: String?, _ more: [String: Any] = [:]) async throws -> PeerAnswer {
    try await solve(AnswerHash.of(code: UInt64((code ?? "").filter(\.isNumber)) ?? 0), more)
  }
  func response(_ answer: String) throws -> [UInt8] {
    try AnswerHash.of(answer: Secret(Array(answer.utf8)), salt: salt, truth: id.bytes)
  }
}
