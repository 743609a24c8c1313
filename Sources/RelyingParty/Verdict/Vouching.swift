/// The party that vouches for a key, and the properties it vouches for, according to the registration. The flags BE and
/// BS play no part, because they are only claims.
public enum Vouching: String, Hashable, Sendable, Codable, CaseIterable {
  /// There was no attestation.
  case nobody
  /// The key signed its own attestation.
  case itself
  /// The statement verifies, but its chain leads to no known anchor.
  case stranger
  /// A known signer vouches for the model, but not for where the key is kept.
  case known
  /// A known signer vouches for the model and for the fact that the key never leaves its device.
  case deviceBound
}

extension RegistrationVerdict {
  /// Returns the party that vouches for the key. For a `compound`, the strongest part decides.
  ///
  /// - Parameters:
  ///   - anchors: Certificates that are trusted in addition to the policy's. Unlike those, they never cause a
  ///     rejection.
  ///   - time: The time at which certificates must be valid.
  public func vouching(believing anchors: TrustAnchors = TrustAnchors(), at time: UnixTime) -> Vouching {
    let statements = attestation.parts.isEmpty ? [attestation] : attestation.parts
    let all = statements.map { $0.vouching(for: credential.aaguid, believing: anchors, at: time) }
    if all.contains(.known), let metadata, metadata.isVouched, metadata.keepsKeysOnDevice { return .deviceBound }
    return Vouching.allCases.last(where: all.contains) ?? .nobody
  }
}

extension AttestationVerdict {
  fileprivate func vouching(for aaguid: AAGUID, believing anchors: TrustAnchors, at time: UnixTime) -> Vouching {
    switch type {
    case .none: .nobody
    case .self: .itself
    case .basic, .attestationCA, .anonymizationCA:
      !isKnown(for: aaguid, by: anchors, at: time) ? .stranger : isDeviceBound ? .deviceBound : .known
    }
  }

  private func isKnown(for aaguid: AAGUID, by anchors: TrustAnchors, at time: UnixTime) -> Bool {
    if trust == .trusted { return true }
    let chain = certificates.compactMap { try? X509Certificate(der: $0) }
    guard !chain.isEmpty, chain.count == certificates.count else { return false }
    return (try? CertificatePath.verify(chain, anchors: anchors.anchors(format: format, aaguid: aaguid), at: time))
      != nil
  }
}
