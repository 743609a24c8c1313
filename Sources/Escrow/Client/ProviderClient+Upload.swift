import Encoding

/// One version of a document on its way to one provider, sealed for it.
public struct DocumentUpload: Sendable {
  /// `PackedDocument.sealed(for:)`.
  public var sealed: [UInt8]
  /// `DocumentMetaData.sealed(for:)`; `nil` for a provider that keeps none.
  public var metaData: [UInt8]?
  public var account: AccountKey
  /// For so many years.
  public var years: Int
  /// What names a payment that was made, 32 bytes.
  public var payment: Base32Bytes?
  public init(sealed: [UInt8], metaData: [UInt8]?, account: AccountKey, years: Int, payment: Base32Bytes? = nil) {
    self.sealed = sealed; self.metaData = metaData; self.account = account; self.years = years; self.payment = payment
  }
}

/// What came of sending a document.
public enum UploadResult: Hashable, Sendable {
  /// It is kept under this number, until this second of the Unix clock where the provider says so.
  case stored(version: Int, expiration: Int64?)
  /// The provider's latest version is this very document.
  case unchanged(version: Int)
  case paymentDue(PaymentRequest)
  case tooLarge
  case refused(Refusal)
}

extension ProviderClient {
  /// Stores a document (`POST /policy/…`). The same one again changes nothing.
  ///
  /// - Throws: `unreachable`, `unexpected`.
  public func upload(_ document: DocumentUpload, to provider: ProviderAddress) async throws(EscrowError) -> UploadResult {
    let hash = EscrowHash.of(document.sealed)
    var call = ProviderCall(
      method: "POST", url: url("policy/\(CrockfordBase32.encode(document.account.publicKey))?storage_duration=\(document.years)", under: provider))
    call.headers = [
      ("Content-Type", "application/octet-stream"), ("Anastasis-Policy-Signature", CrockfordBase32.encode(document.account.sign(upload: hash))),
      ("If-None-Match", CrockfordBase32.encode(hash)),
    ]
    if let metaData = document.metaData { call.headers.append(("Anastasis-Policy-Meta-Data", CrockfordBase32.encode(metaData))) }
    if let payment = document.payment { call.headers.append(("Anastasis-Payment-Identifier", payment.text)) }
    call.body = document.sealed
    let answer = try await send(call)
    switch answer.status {
    case 204: return .stored(version: try answer.version(), expiration: answer.header("Anastasis-Policy-Expiration").flatMap { Int64($0) })
    case 304: return .unchanged(version: try answer.version())
    case 402: return .paymentDue(try answer.paymentRequest())
    case 413: return .tooLarge
    default: return .refused(try answer.refusal())
    }
  }
}

extension ProviderAnswer {
  /// The number of a document's version, from 1.
  package func version() throws(EscrowError) -> Int {
    guard let version = header("Anastasis-Version").flatMap({ Int($0) }), version > 0 else {
      throw EscrowError(.unexpected, "a document without the number of its version")
    }
    return version
  }
}
