import Escrow
import EscrowProvider
import Foundation
import Model
import Store

/// The data that a foreign provider stored for a backup made by a foreign client.
struct GoldenProvider: Decodable {
  struct Document: Decodable {
    var version: Int, document: Base32Bytes, signature: Base32Bytes, hash: Base32Bytes, metaData: Base32Bytes?
    enum CodingKeys: String, CodingKey {
      case version, document, signature, hash = "if_none_match", metaData = "meta_data"
    }
  }
  struct Truth: Decodable {
    var sealed: Base32Bytes, share: Base32Bytes, years: Int, type: String
    enum CodingKeys: String, CodingKey {
      case sealed = "encrypted_truth", share = "key_share_data", years = "storage_duration_years", type
    }
  }
  var port: Int
  var config: ProviderConfiguration
  var policies: [String: [Document]]
  var truths: [String: Truth]

  static let ports = [18086, 18087, 18088]
  static func read(_ port: Int) throws -> GoldenProvider? {
    try Vectors.read("golden/dump-\(port).json").map { try JSONDecoder().decode(GoldenProvider.self, from: $0) }
  }

  /// Our own database with that provider's salt and data.
  func store(isEmpty: Bool = false) async throws -> SQLiteProviderStore {
    let store = try SQLiteProviderStore()
    let documents = policies.flatMap { key, versions in versions.map { (CrockfordAccount(key), $0) } }
    let now = Date()
    try await store.write { records in
      try records.setInstallationValue("provider_salt", config.providerSalt.bytes)
      guard !isEmpty else { return }
      for (account, document) in documents {
        try records.put(ProviderAccount(key: account.key, paidUntil: now + 86400 * 365))
        try records.insert(
          KeptDocument(
            account: account.key, version: document.version, hash: document.hash.bytes, bytes: document.document.bytes,
            signature: document.signature.bytes, metaData: document.metaData?.bytes, uploadedAt: now))
      }
      for (name, truth) in truths {
        try records.insert(
          KeptTruth(
            id: CrockfordAccount(name).key, keyShare: truth.share.bytes, method: truth.type,
            sealedTruth: truth.sealed.bytes, mediaType: nil,
            expiresAt: now + Double(truth.years) * 86400 * 365))
      }
    }
    return store
  }

  /// A 32-byte name in an address.
  private struct CrockfordAccount {
    var key: [UInt8]
    init(_ text: String) { key = Base32Bytes(text: text, count: 32)?.bytes ?? [] }
  }
}

/// The facts that the person typed, and the result.
struct GoldenScenario: Decodable {
  struct Method: Decodable {
    var type: String, challenge: String?, bytes: Base32Bytes?
    enum CodingKeys: String, CodingKey { case type, challenge, bytes = "challenge_crock" }
  }
  struct Secret: Decodable { var value: Base32Bytes, mime: String }
  var attributes: [String: String], secretName: String, secret: Secret, methods: [Method]
  enum CodingKeys: String, CodingKey {
    case attributes = "identity_attributes", secretName = "secret_name", secret, methods
  }
}
