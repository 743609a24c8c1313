import Encoding
import Foundation
import Testing
@testable import Escrow

/// The vectors on which the C and the TypeScript client agree, in the folder named by `LATCHSTRING_VECTORS`.
@Suite struct CryptographyVectorTests {
  struct File: Decodable { var vectors: [Row] }
  /// One row; its members depend on its operation.
  struct Row: Decodable, CustomStringConvertible {
    var operation: String, members: [String: Value]
    enum Value: Decodable {
      case text(String), number(UInt64), list([String]), object([String: String]), none
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
          self = .text(text)
        } else if let number = try? value.decode(UInt64.self) {
          self = .number(number)
        } else if let list = try? value.decode([String].self) {
          self = .list(list)
        } else if let object = try? value.decode([String: String].self) {
          self = .object(object)
        } else {
          self = .none
        }
      }
    }
    init(from decoder: any Decoder) throws {
      members = try decoder.singleValueContainer().decode([String: Value].self)
      guard case .text(let operation)? = members["operation"] else {
        throw EscrowError(.malformed, "a row without an operation")
      }
      self.operation = operation
    }
    var description: String { operation }

    func text(_ name: String) throws -> String {
      guard case .text(let text)? = members[name] else { throw EscrowError(.malformed, name) }
      return text
    }
    func optionalText(_ name: String) -> String? { try? text(name) }
    func bytes(_ name: String) throws -> [UInt8] { try #require(CrockfordBase32.decode(text(name))) }
    func list(_ name: String) throws -> [[UInt8]] {
      guard case .list(let list)? = members[name] else { throw EscrowError(.malformed, name) }
      return try list.map { try #require(CrockfordBase32.decode($0)) }
    }
    func number(_ name: String) throws -> UInt64 {
      switch members[name] {
      case .number(let number): number
      case .text(let text): try #require(UInt64(text))
      default: throw EscrowError(.malformed, name)
      }
    }
  }

  @Test("Keys and hashes match every published vector, and its sealed values open and reseal")
  func all() throws {
    guard let data = try Vectors.read("crypto.json") else {
      return print("LATCHSTRING_VECTORS is not set: no vectors of escrow were judged")
    }
    let rows = try JSONDecoder().decode(File.self, from: data).vectors
    var accounts: [[UInt8]: AccountKey] = [:]
    for row in rows {
      if row.operation == "account_keypair_derive" {
        let key = UserIdentifier(secret: Secret(try row.bytes("input_id"))).accountKey
        accounts[key.publicKey] = key
      }
      try judge(row, accounts)
    }
    #expect(rows.count == 34)
    print("judged \(rows.count) vectors of escrow")
  }

  private func judge(_ row: Row, _ accounts: [[UInt8]: AccountKey]) throws {
    switch row.operation {
    case "user_identifier_derive":
      guard case .object(let attributes)? = row.members["input_id_data"] else {
        throw EscrowError(.malformed, "attributes")
      }
      let user = try UserIdentifier(attributes, providerSalt: row.bytes("input_server_salt"))
      #expect(user.secret.exposed == (try row.bytes("output_id")))
    case "account_keypair_derive":
      let key = UserIdentifier(secret: Secret(try row.bytes("input_id"))).accountKey
      #expect(key.seed.exposed == (try row.bytes("output_priv_key")))
      #expect(key.publicKey == (try row.bytes("output_pub_key")))
    case "policy_key_derive":
      let key = PolicyKey(
        try row.list("input_key_shares").map { KeyShare(secret: Secret($0)) }, salt: try row.bytes("input_salt"))
      #expect(key.secret.exposed == (try row.bytes("output_policy_key")))
    case "secure_answer_hash":
      let hash = try AnswerHash.of(
        answer: Secret(try row.text("input_answer").utf8), salt: row.bytes("input_salt"),
        truth: row.bytes("input_uuid"))
      #expect(hash == (try row.bytes("output_hash")))
    case "pin_hash":
      #expect(AnswerHash.of(code: try row.number("input_pin")) == (try row.bytes("output_hash")))
    case "hash": #expect(EscrowHash.of(try row.bytes("input")) == (try row.bytes("output")))
    case "totp":
      let key = Secret(try row.bytes("input_key"))
      #expect(
        TimeBasedCode.code(key: key, counter: try row.number("input_time") / 30) == (try row.number("output_code")))
    case "truth_encryption":
      let key = Secret(try row.bytes("input_truth_enc_key")), sealed = try row.bytes("output_encrypted_truth")
      let plain = try row.bytes("input_truth")
      #expect(try SealedTruth.open(sealed, key: key).exposed == plain)
      #expect(Sealing.seal(plain, under: key, for: .truth, nonce: try row.bytes("input_nonce")) == sealed)
    case "keyshare_encryption":
      let user = UserIdentifier(secret: Secret(try row.bytes("input_user_id")))
      let answer = row.optionalText("input_xsalt").map { Secret($0.utf8) }
      let sealed = try row.bytes("output_enc_key_share")
      let share = try KeyShare(opening: sealed, for: user, answer: answer)
      #expect(share.secret.exposed == (try row.bytes("input_key_share")))
      #expect(throws: EscrowError(.sealed, "")) {
        try KeyShare(opening: sealed, for: user, answer: Secret(Array("another".utf8)))
      }
      #expect(share.sealed(for: user, answer: answer).count == 72)
    case "recovery_document_encryption":
      let user = UserIdentifier(secret: Secret(try row.bytes("input_user_id"))),
        plain = try row.bytes("input_recovery_document")
      let sealed = try row.bytes("output_encrypted_recovery_document")
      #expect(try Sealing.open(sealed, under: user.secret, for: .recoveryDocument).exposed == plain)
      #expect(Sealing.seal(plain, under: user.secret, for: .recoveryDocument, nonce: Array(sealed[..<24])) == sealed)
    case "policy_metadata_encryption":
      let user = UserIdentifier(secret: Secret(try row.bytes("input_user_id")))
      let metaData = try DocumentMetaData(opening: row.bytes("output_encrypted_metadata"), for: user)
      #expect(
        metaData
          == DocumentMetaData(
            documentHash: try row.bytes("input_policy_hash"), secretName: try row.text("input_secret_name")))
    case "core_secret_encryption":
      let sealed = try row.bytes("output_enc_core_secret")
      for (policy, master) in zip(try row.list("input_policy_keys"), try row.list("output_enc_master_keys")) {
        let master = try PolicyKey(secret: Secret(policy)).open(master: master)
        #expect(
          try Sealing.open(sealed, under: master, for: .coreSecret).exposed == (try row.bytes("input_core_secret")))
      }
    case "policy_upload_signature":
      let account = try #require(accounts[row.bytes("input_account_pub")])
      let hash = EscrowHash.of(try row.bytes("input_body")), signature = try row.bytes("output_signature")
      #expect(account.sign(upload: hash) == signature)
      #expect(AccountKey.isSigned(signature, upload: hash, by: account.publicKey))
      #expect(!AccountKey.isSigned(signature, upload: EscrowHash.of([0]), by: account.publicKey))
    default: Issue.record("an operation that nobody here knows: \(row.operation)")
    }
  }
}

/// Vectors too large for a repository, in the folder named by `LATCHSTRING_VECTORS`.
enum Vectors {
  static let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"].map {
    URL(filePath: $0).appending(path: "anastasis")
  }
  static func read(_ name: String) throws -> Data? { try folder.map { try Data(contentsOf: $0.appending(path: name)) } }
}
