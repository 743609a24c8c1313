import Encoding
import Foundation

/// One truth to be uploaded to its provider.
public struct TruthUpload: Sendable {
  /// The truth's name, 32 bytes.
  public var id: Base32Bytes
  /// The sealed share from `KeyShare.sealed(for:answer:)`, 72 bytes.
  public var share: Base32Bytes
  public var type: MethodType
  /// The sealed truth from `SealedTruth.seal`.
  public var truth: Base32Bytes
  public var years: Int
  public init(id: Base32Bytes, share: Base32Bytes, type: MethodType, truth: Base32Bytes, years: Int) {
    self.id = id; self.share = share; self.type = type; self.truth = truth; self.years = years
  }
}

/// The result of uploading a truth.
public enum TruthUploadResult: Hashable, Sendable {
  /// The truth is now stored, or already was.
  case stored
  /// A different truth is stored under this name.
  case taken
  case paymentDue(PaymentRequest)
  case tooLarge
  /// The provider does not offer this kind of method.
  case methodNotOffered
  case refused(EscrowRefusal)
}

extension ProviderClient {
  private struct Body: Encodable {
    var share: Base32Bytes, type: MethodType, truth: Base32Bytes, years: Int
    enum CodingKeys: String, CodingKey {
      case share = "key_share_data", type, truth = "encrypted_truth", years = "storage_duration_years"
    }
  }

  /// Stores a truth (`POST /truth/…`). Sending the same truth again changes nothing.
  ///
  /// - Throws: `unreachable` or `unexpected`; `invalid` if the truth cannot be encoded.
  public func upload(
    _ truth: TruthUpload, to provider: ProviderAddress
  ) async throws(EscrowError) -> TruthUploadResult {
    let answer = try await send(
      ProviderCall(
        method: "POST", url: url("/truth/\(truth.id.text)", atRootOf: provider),
        headers: [("Content-Type", "application/json")],
        body: try Self.json(Body(share: truth.share, type: truth.type, truth: truth.truth, years: truth.years))))
    switch (answer.status, answer.code) {
    case (204, _): return .stored
    case (402, _): return .paymentDue(try answer.paymentRequest())
    case (409, _): return .taken
    case (413, _): return .tooLarge
    case (400, RefusalNumber.methodNotSupported): return .methodNotOffered
    default: return .refused(try answer.refusal())
    }
  }

  static func json(_ body: some Encodable) throws(EscrowError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(body)) } catch {
      throw EscrowError(.invalid, "a request that cannot be written")
    }
  }
}

/// One version of a document to be uploaded to one provider, sealed for that provider.
public struct DocumentUpload: Sendable {
  /// The sealed document from `PackedDocument.sealed(for:)`.
  public var sealed: [UInt8]
  /// The sealed metadata from `DocumentMetaData.sealed(for:)`; `nil` for a provider that stores no metadata.
  public var metaData: [UInt8]?
  public var account: AccountKey
  /// The storage period in years.
  public var years: Int
  /// The identifier of a completed payment, 32 bytes.
  public var payment: Base32Bytes?
  public init(sealed: [UInt8], metaData: [UInt8]?, account: AccountKey, years: Int, payment: Base32Bytes? = nil) {
    self.sealed = sealed; self.metaData = metaData; self.account = account; self.years = years; self.payment = payment
  }
}

/// The result of uploading a document.
public enum UploadResult: Hashable, Sendable {
  /// The document is stored under this version number. The expiration is in seconds of the Unix clock, if the provider
  /// states it.
  case stored(version: Int, expiration: Int64?)
  /// The provider's latest version already equals this document.
  case unchanged(version: Int)
  case paymentDue(PaymentRequest)
  case tooLarge
  case refused(EscrowRefusal)
}

extension ProviderClient {
  /// Stores a document (`POST /policy/…`). Sending the same document again changes nothing.
  ///
  /// - Throws: `unreachable` or `unexpected`.
  public func upload(
    _ document: DocumentUpload, to provider: ProviderAddress
  ) async throws(EscrowError) -> UploadResult {
    let hash = EscrowHash.of(document.sealed)
    var call = ProviderCall(
      method: "POST",
      url: url(
        "policy/\(CrockfordBase32.encode(document.account.publicKey))?storage_duration=\(document.years)",
        under: provider))
    call.headers = [
      ("Content-Type", "application/octet-stream"),
      ("Anastasis-Policy-Signature", CrockfordBase32.encode(document.account.sign(upload: hash))),
      ("If-None-Match", CrockfordBase32.encode(hash)),
    ]
    if let metaData = document.metaData {
      call.headers.append(("Anastasis-Policy-Meta-Data", CrockfordBase32.encode(metaData)))
    }
    if let payment = document.payment { call.headers.append(("Anastasis-Payment-Identifier", payment.text)) }
    call.body = document.sealed
    let answer = try await send(call)
    switch answer.status {
    case 204:
      return .stored(
        version: try answer.version(), expiration: answer.header("Anastasis-Policy-Expiration").flatMap { Int64($0) })
    case 304: return .unchanged(version: try answer.version())
    case 402: return .paymentDue(try answer.paymentRequest())
    case 413: return .tooLarge
    default: return .refused(try answer.refusal())
    }
  }
}

extension ProviderAnswer {
  /// Returns the version number of a document, starting at 1.
  package func version() throws(EscrowError) -> Int {
    guard let version = header("Anastasis-Version").flatMap({ Int($0) }), version > 0 else {
      throw EscrowError(.unexpected, "a document without the number of its version")
    }
    return version
  }
}
