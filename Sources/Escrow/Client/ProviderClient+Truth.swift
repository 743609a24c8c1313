import Foundation

/// One truth on its way to its provider.
public struct TruthUpload: Sendable {
  /// Its name, 32 bytes.
  public var id: Base32Bytes
  /// `KeyShare.sealed(for:answer:)`, 72 bytes.
  public var share: Base32Bytes
  public var type: MethodType
  /// `SealedTruth.seal`.
  public var truth: Base32Bytes
  public var years: Int
  public init(id: Base32Bytes, share: Base32Bytes, type: MethodType, truth: Base32Bytes, years: Int) {
    self.id = id; self.share = share; self.type = type; self.truth = truth; self.years = years
  }
}

/// What came of sending a truth.
public enum TruthUploadResult: Hashable, Sendable {
  /// It is kept, or was already.
  case stored
  /// Something else is kept under this name.
  case taken
  case paymentDue(PaymentRequest)
  case tooLarge
  /// The provider does not offer this kind of method.
  case methodNotOffered
  case refused(Refusal)
}

extension ProviderClient {
  private struct Body: Encodable {
    var share: Base32Bytes, type: MethodType, truth: Base32Bytes, years: Int
    enum CodingKeys: String, CodingKey {
      case share = "key_share_data", type, truth = "encrypted_truth", years = "storage_duration_years"
    }
  }

  /// Stores a truth (`POST /truth/…`). The same one again changes nothing.
  ///
  /// - Throws: `unreachable`, `unexpected`, `invalid` where it cannot be written.
  public func upload(_ truth: TruthUpload, to provider: ProviderAddress) async throws(EscrowError) -> TruthUploadResult {
    let answer = try await send(
      ProviderCall(
        method: "POST", url: url("/truth/\(truth.id.text)", atRootOf: provider), headers: [("Content-Type", "application/json")],
        body: try Self.json(Body(share: truth.share, type: truth.type, truth: truth.truth, years: truth.years))))
    switch (answer.status, answer.code) {
    case (204, _): return .stored
    case (402, _): return .paymentDue(try answer.paymentRequest())
    case (409, _): return .taken
    case (413, _): return .tooLarge
    case (400, RefusalCode.methodNotSupported): return .methodNotOffered
    default: return .refused(try answer.refusal())
    }
  }

  static func json(_ body: some Encodable) throws(EscrowError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(body)) } catch { throw EscrowError(.invalid, "a request that cannot be written") }
  }
}
