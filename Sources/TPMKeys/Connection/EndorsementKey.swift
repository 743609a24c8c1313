import Authenticator
import CTSS2

/// The key that the TPM's manufacturer vouches for, with the corresponding certificate.
struct EndorsementKey {
  let handle: ESYS_TR
  let area: PublicArea
  /// `true` if the key is used with an empty authorization value rather than with a policy.
  let usesAuthorization: Bool
  let certificate: [UInt8]

  /// The handles of certificates (TCG EK Credential Profile §2.2.1.4 and .5): first those for elliptic-curve keys,
  /// which are faster.
  static let certificates: [UInt32] = [0x01c0_000a, 0x01c0_0014, 0x01c0_0016, 0x01c0_0002, 0x01c0_0012]
  static let persistent = UInt32(0x8101_0000)..<0x8101_0100

  /// Returns the template for recreating a certificate's key if the key is not stored (§B.3.3, §B.3.4).
  static func template(_ certificate: UInt32) -> PublicArea? {
    switch certificate {
    case 0x01c0_000a: .endorsement(Algorithm.ecc)
    case 0x01c0_0002: .endorsement(Algorithm.rsa)
    default: nil
    }
  }
}

extension PublicArea {
  fileprivate static func endorsement(_ type: UInt16) -> PublicArea {
    var area = TPMBytes()
    let attributes: ObjectAttributes = [.bound, .adminWithPolicy, .restricted, .decrypt]
    area.append(type)
    area.append(Algorithm.sha256)
    area.append(attributes.rawValue)
    // the policy of the endorsement hierarchy itself
    area.append(sized: Policy().secret(of: TPMBytes.bigEndian(UInt32(0x4000_000b))).digest)
    for number in [Algorithm.aes, 128, Algorithm.cipherFeedback, Algorithm.null] { area.append(number) }
    if type == Algorithm.ecc {
      for number in [Algorithm.p256, Algorithm.null] { area.append(number) }
      for _ in 0..<2 { area.append(sized: [UInt8](repeating: 0, count: 32)) }
    } else {
      area.append(UInt16(2048))
      area.append(UInt32(0))
      area.append(sized: [UInt8](repeating: 0, count: 256))
    }
    return PublicArea(bytes: area.bytes)
  }
}

extension TPMConnection {
  /// Returns the first usable key for which this TPM has a certificate.
  func endorsementKey() throws(KeyStoreError) -> EndorsementKey {
    let kept = try handles(in: EndorsementKey.persistent)
    for handle in EndorsementKey.certificates {
      guard let index = try anyIndex(at: handle) else { continue }
      let certificate = try readAll(index)
      for handle in kept.sorted() {
        guard let key = try anyIndex(at: handle), let found = try endorsementKey(key, certificate) else { continue }
        return found
      }
      guard let template = EndorsementKey.template(handle) else { continue }
      let key = try createPrimary(template, in: Handle.endorsement).handle
      if let found = try endorsementKey(key, certificate) { return found }
      flush(key)
    }
    throw KeyStoreError(
      .unavailable, "The TPM has no certificate of its maker for an endorsement key that can be used.")
  }

  /// Returns the endorsement key, or `nil` if the certificate is not for `key`.
  private func endorsementKey(_ key: ESYS_TR, _ certificate: [UInt8]) throws(KeyStoreError) -> EndorsementKey? {
    var given: UnsafeMutablePointer<TPM2B_PUBLIC>?
    try run("TPM2_ReadPublic") { Esys_ReadPublic(esys, key, Handle.none, Handle.none, Handle.none, &given, nil, nil) }
    return try Self.take(given) { pointer -> EndorsementKey?? in
      let area = pointer.pointee.publicArea
      let number = area.type == Algorithm.ecc ? area.unique.ecc.x.bytes : area.unique.rsa.bytes
      guard let whole = PublicArea(pointer) else { return nil }
      guard !number.isEmpty, certificate.contains(number) else { return .some(nil) }
      return EndorsementKey(
        handle: key, area: whole,
        usesAuthorization: ObjectAttributes(rawValue: area.objectAttributes).contains(.userWithAuth),
        certificate: certificate)
    }
  }

  private func readAll(_ index: ESYS_TR) throws(KeyStoreError) -> [UInt8] {
    var given: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
    try run("TPM2_NV_ReadPublic") {
      Esys_NV_ReadPublic(esys, index, Handle.none, Handle.none, Handle.none, &given, nil)
    }
    let size = try Self.take(given) { $0.pointee.nvPublic.dataSize }
    var bytes: [UInt8] = []
    while bytes.count < size {
      bytes += try read(index, by: index, count: min(size - UInt16(bytes.count), 512), from: UInt16(bytes.count))
    }
    return bytes
  }
}
