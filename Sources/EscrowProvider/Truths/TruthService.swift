import Encoding
import Escrow
import Foundation

/// Keeps shares, and returns a share to whoever opens its truth and answers the challenge.
struct TruthService: Sendable {
  let provider: Provider
  var payments: PaymentService { PaymentService(provider: provider) }

  /// Stores a truth, unless it is already stored.
  ///
  /// - Parameter patience: The time to wait for a payment, in milliseconds.
  func upload(_ id: [UInt8], _ body: TruthUploadBody, patience: Int) async throws {
    let keyShare = try body.keyShare.bytes(Self.keyShareCount, of: "key_share_data")
    guard (0...ProviderSettings.mostYears).contains(body.years) else {
      throw ProviderRefusal(.parameterMalformed, "storage_duration_years")
    }
    guard provider.settings.cost(of: body.type) != nil else { throw ProviderRefusal(.methodNotSupported) }
    // Not every database keeps a zero byte in a text.
    guard body.mediaType?.utf8.contains(0) != true else { throw ProviderRefusal(.parameterMalformed, "truth_mime") }
    var truth = KeptTruth(
      id: id, keyShare: keyShare, method: body.type.rawValue, sealedTruth: body.sealedTruth.bytes,
      mediaType: body.mediaType, expiresAt: .distantPast)
    if let known = try await provider.store.read({ try $0.truth(id) }), known.expiresAt >= provider.now() {
      guard known.isLike(truth) else { throw ProviderRefusal(.truthExists) }
      return
    }
    let cover = try await payments.coverTruth(id, years: max(body.years, 1), patience: patience)
    let now = provider.now()
    truth.expiresAt = now + Double(cover.years) * PaymentService.year
    let kept = try await provider.store.write { [truth] records in
      if let known = try records.truth(id) {
        guard known.expiresAt < now else { return known }
        try records.deleteTruth(id)
      }
      try provider.checkRoom(for: truth.sealedTruth.count, records)
      if let order = cover.order { try records.spendUse(of: order) }
      try records.insert(truth)
      return truth
    }
    guard kept.isLike(truth) else { throw ProviderRefusal(.truthExists) }
  }

  /// Finds a truth and opens it.
  func open(_ id: [UInt8], key: [UInt8]) async throws -> (KeptTruth, MethodType, OpenTruth) {
    let now = provider.now()
    guard let truth = try await provider.store.read({ try $0.truth(id) }), truth.expiresAt >= now else {
      throw ProviderRefusal(.truthUnknown)
    }
    let plain: Secret
    do { plain = try SealedTruth.open(truth.sealedTruth, key: Secret(key)) } catch {
      throw ProviderRefusal(.decryptionFailed)
    }
    let type = MethodType(rawValue: truth.method)
    guard provider.settings.cost(of: type) != nil else { throw ProviderRefusal(.methodNoLongerSupported) }
    return (truth, type, try OpenTruth(plain, type: type))
  }

  /// The length in bytes of a sealed share of 32 bytes.
  private static let keyShareCount = 72
}

extension KeptTruth {
  /// Returns `true` if an upload under the same name is identical. Shares are not compared, because each upload seals
  /// them anew.
  fileprivate func isLike(_ other: KeptTruth) -> Bool {
    method == other.method && mediaType == other.mediaType && sealedTruth == other.sealedTruth
  }
}
