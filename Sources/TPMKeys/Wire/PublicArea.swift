import CTSS2
import Crypto

/// `TPMT_PUBLIC` (TPM 2.0 Library, Part 2 §12.2.4), for the few kinds of object that this room creates.
struct PublicArea: Hashable {
  let bytes: [UInt8]

  /// The Name: the hash algorithm and the hash of the area.
  var name: [UInt8] { TPMBytes.bigEndian(Algorithm.sha256) + SHA256.hash(data: bytes) }

  /// The parent of all keys of the store; it is always the same until somebody clears the TPM.
  static let primary = curveKey([.bound, .userWithAuth, .noDA, .restricted, .decrypt], policy: [], scheme: nil)
  /// Returns the public area of a key that signs any digest.
  static func signing(policy: [UInt8], point: CurvePoint? = nil) -> Self {
    curveKey([.bound, .noDA, .sign], policy: policy, scheme: Algorithm.ecdsa, point: point)
  }
  /// Returns the public area of a key that signs only statements by the TPM itself.
  static func attestation(point: CurvePoint? = nil) -> Self {
    curveKey([.bound, .userWithAuth, .noDA, .restricted, .sign], policy: [], scheme: Algorithm.ecdsa, point: point)
  }
  /// Returns the public area of a key that computes authentication codes.
  static func authenticationCode(policy: [UInt8], unique: [UInt8] = []) -> Self {
    keyedHash([.bound, .noDA, .sign], policy: policy, unique: unique)
  }
  /// Returns the public area of the gate. Its authorization value is derived from the PIN, and the TPM protects it
  /// against guessing.
  static func gate(policy: [UInt8], unique: [UInt8] = []) -> Self {
    keyedHash([.bound, .adminWithPolicy, .sign], policy: policy, unique: unique)
  }

  private static func curveKey(
    _ attributes: ObjectAttributes, policy: [UInt8], scheme: UInt16?, point: CurvePoint? = nil
  ) -> Self {
    var area = head(Algorithm.ecc, attributes, policy)
    if let scheme {
      area.append(Algorithm.null)
      area.append(scheme)
      area.append(Algorithm.sha256)
    } else {
      area.append(Algorithm.aes)
      area.append(UInt16(128))
      area.append(Algorithm.cipherFeedback)
      area.append(Algorithm.null)
    }
    area.append(Algorithm.p256)
    area.append(Algorithm.null)  // no key derivation
    area.append(sized: point?.x ?? [])
    area.append(sized: point?.y ?? [])
    return Self(bytes: area.bytes)
  }

  private static func keyedHash(_ attributes: ObjectAttributes, policy: [UInt8], unique: [UInt8]) -> Self {
    var area = head(Algorithm.keyedHash, attributes, policy)
    area.append(Algorithm.hmac)
    area.append(Algorithm.sha256)
    area.append(sized: unique)
    return Self(bytes: area.bytes)
  }

  private static func head(_ type: UInt16, _ attributes: ObjectAttributes, _ policy: [UInt8]) -> TPMBytes {
    var area = TPMBytes()
    area.append(type)
    area.append(Algorithm.sha256)
    area.append(attributes.rawValue)
    area.append(sized: policy)
    return area
  }
}

extension PublicArea {
  /// Encodes a public area; returns `nil` if the C library cannot encode it.
  init?(_ structure: UnsafePointer<TPM2B_PUBLIC>) {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<TPM2B_PUBLIC>.size), length = 0
    guard Tss2_MU_TPM2B_PUBLIC_Marshal(structure, &buffer, buffer.count, &length) == 0, length >= 2 else { return nil }
    bytes = Array(buffer[2..<length])
  }

  /// The public area as a C structure; `nil` if the C library cannot read it.
  var structure: TPM2B_PUBLIC? {
    let whole = TPMBytes.sized(bytes)
    var structure = TPM2B_PUBLIC(), offset = 0
    guard Tss2_MU_TPM2B_PUBLIC_Unmarshal(whole, whole.count, &offset, &structure) == 0 else { return nil }
    return structure
  }
}

/// A P-256 point with two 32-byte coordinates.
struct CurvePoint: Hashable {
  let x: [UInt8], y: [UInt8]

  /// Reads a point as the TPM returns it, possibly without leading zeros.
  init?(_ structure: TPM2B_PUBLIC) {
    let x = structure.publicArea.unique.ecc.x.bytes, y = structure.publicArea.unique.ecc.y.bytes
    guard !x.isEmpty, x.count <= 32, !y.isEmpty, y.count <= 32 else { return nil }
    self.x = Self.padded(x); self.y = Self.padded(y)
  }

  /// Reads 33 bytes (SEC 1 §2.3.4); `nil` if they are not a point.
  init?(compressed: [UInt8]) {
    guard let key = try? P256.Signing.PublicKey(compressedRepresentation: compressed) else { return nil }
    let whole = Array(key.rawRepresentation)
    x = Array(whole.prefix(32)); y = Array(whole.suffix(32))
  }

  /// The compressed form, 33 bytes (SEC 1 §2.3.3).
  var compressed: [UInt8] { [(y.last ?? 0) & 1 == 0 ? 2 : 3] + x }
  /// The uncompressed form, 65 bytes (SEC 1 §2.3.3).
  var uncompressed: [UInt8] { [4] + x + y }

  static func padded(_ number: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 32 - number.count) + number }
}
