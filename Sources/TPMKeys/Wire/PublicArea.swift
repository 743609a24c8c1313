import CTSS2
import Crypto

/// `TPMT_PUBLIC` (TPM 2.0 Library, Part 2 §12.2.4), of the few kinds of object that this room makes.
struct PublicArea: Hashable {
  let bytes: [UInt8]

  /// The Name: the hash algorithm and the hash of the area.
  var name: [UInt8] { TPMBytes.bigEndian(Algorithm.sha256) + SHA256.hash(data: bytes) }

  /// The parent of all keys of the store; the same one each time, as long as nobody clears the TPM.
  static let primary = curveKey([.bound, .userWithAuth, .noDA, .restricted, .decrypt], policy: [], scheme: nil)
  /// Signs what it is given.
  static func signing(policy: [UInt8], point: CurvePoint? = nil) -> Self {
    curveKey([.bound, .noDA, .sign], policy: policy, scheme: Algorithm.ecdsa, point: point)
  }
  /// Signs only what the TPM itself says.
  static func attestation(point: CurvePoint? = nil) -> Self {
    curveKey([.bound, .userWithAuth, .noDA, .restricted, .sign], policy: [], scheme: Algorithm.ecdsa, point: point)
  }
  /// Makes authentication codes.
  static func authenticationCode(policy: [UInt8], unique: [UInt8] = []) -> Self { keyedHash([.bound, .noDA, .sign], policy: policy, unique: unique) }
  /// Whose authorization value is made of the PIN, under the TPM's own protection against trying.
  static func gate(policy: [UInt8], unique: [UInt8] = []) -> Self { keyedHash([.bound, .adminWithPolicy, .sign], policy: policy, unique: unique) }

  private static func curveKey(_ attributes: ObjectAttributes, policy: [UInt8], scheme: UInt16?, point: CurvePoint? = nil) -> Self {
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
