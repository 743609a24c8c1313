import Encoding
import Escrow
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore

/// `/policy/ACCOUNT`: sealed recovery documents.
struct DocumentRoutes {
  let provider: Provider
  private var service: DocumentService { DocumentService(provider: provider) }
  /// The limit in bytes. A sealed hash and name take about 150 bytes. The signature of an upload does not cover the
  /// metadata, and lists repeat the metadata for each version.
  private static let mostMetaData = 1024

  func add(to router: Router<PeerContext>) {
    let gate = Gate(provider: provider)
    router.post("policy/:account") { request, context in
      let account = try context.name("account")
      return try await gate.admitDocuments(account, request, context) {
        try await gate.admitKeeping(isFree: provider.settings.annualFee.isZero, request, context)
        return try await upload(account, request)
      }
    }
    router.get("policy/:account") { request, context in
      let account = try context.name("account")
      return try await gate.admitDocuments(account, request, context) { try await fetch(account, request) }
    }
    router.get("policy/:account/meta") { request, context in
      let account = try context.name("account")
      return try await gate.admitDocuments(account, request, context) {
        let entries = try await service.entries(
          of: account, upTo: try request.number("max_version", in: 0...Int(Int32.max)))
        return try Response.json(Dictionary(uniqueKeysWithValues: entries.map { (String($0.version), Entry($0)) }))
      }
    }
  }

  /// Handles an upload. The checks are in the same order as in other implementations: the header fields, the signature
  /// over the announced hash, the payment, and finally the body.
  private func upload(_ account: [UInt8], _ request: Request) async throws -> Response {
    let limit = provider.settings.uploadLimit
    guard let length = request.headers[.contentLength] else { throw ProviderRefusal(.contentLengthMissing) }
    guard let count = Int(length), count >= 0 else { throw ProviderRefusal(.contentLengthMalformed) }
    guard count < limit else { throw ProviderRefusal(.tooLarge) }
    guard let signature = try request.base32(.policySignature, count: 64, orElse: .badSignature) else {
      throw ProviderRefusal(.badSignature)
    }
    guard let hash = Self.tag(request).flatMap({ CrockfordBase32.decode($0, count: EscrowHash.byteCount) }) else {
      throw ProviderRefusal(.badIfMatch)
    }
    let metaData = try request.base32(.policyMetaData, orElse: .parameterMalformed)
    guard (metaData?.count ?? 0) <= Self.mostMetaData else {
      throw ProviderRefusal(.parameterMalformed, HTTPField.Name.policyMetaData.rawName)
    }
    let upload = AnnouncedUpload(
      account: account, hash: hash, signature: signature, metaData: metaData,
      payment: try request.base32(
        .paymentIdentifier, count: DrawnBytes.paymentSecretCount, orElse: .parameterMalformed),
      years: try request.number("storage_duration", in: 0...ProviderSettings.mostYears))
    let (cover, unchanged) = try await service.admit(upload, patience: try request.patience())
    if let unchanged { return Response(status: .notModified, headers: [.policyVersion: String(unchanged)]) }
    switch try await service.keep(try await request.limitedBody(below: limit), as: upload, cover) {
    case .unchanged(let version): return Response(status: .notModified, headers: [.policyVersion: String(version)])
    case .kept(let version, let until):
      return Response(status: .noContent, headers: [.policyVersion: String(version), .policyExpiration: String(until)])
    }
  }

  private func fetch(_ account: [UInt8], _ request: Request) async throws -> Response {
    let version = try request.number("version", in: 0...Int(Int32.max))
    let known = try Self.tag(request).map { text in
      guard let hash = CrockfordBase32.decode(text, count: EscrowHash.byteCount) else {
        throw ProviderRefusal(.badIfNoneMatch)
      }
      return hash
    }
    guard let document = try await service.document(of: account, version: version) else {
      return Response(status: .noContent)
    }
    let headers: HTTPFields = [
      .policyVersion: String(document.version), .policySignature: CrockfordBase32.encode(document.signature),
      .eTag: CrockfordBase32.encode(document.hash), .cacheControl: "no-cache",
    ]
    guard known != document.hash else { return Response(status: .notModified, headers: headers) }
    return Response.bytes(document.bytes, headers: headers)
  }

  /// Returns the hash in the header. GNU Anastasis writes the hash without quotes; others may quote it as HTTP
  /// requires.
  private static func tag(_ request: Request) -> String? {
    request.headers[.ifNoneMatch]?.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
  }

  private struct Entry: Encodable {
    var meta: Base32Bytes?
    var uploadedAt: Timestamp
    init(_ entry: DocumentEntry) {
      meta = entry.metaData.map { Base32Bytes($0) }
      uploadedAt = .seconds(Int64(entry.uploadedAt.timeIntervalSince1970))
    }
    enum Key: String, CodingKey { case meta, uploadedAt = "upload_time" }
    func encode(to encoder: any Encoder) throws {
      var body = encoder.container(keyedBy: Key.self)
      try body.encode(meta, forKey: .meta)  // written as null where there is none
      try body.encode(uploadedAt, forKey: .uploadedAt)
    }
  }
}
