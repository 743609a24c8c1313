import Crypto

/// ECDSA (RFC 9053 §2.1, RFC 9864 §2.1). WebAuthn ties each hash to a curve, even where RFC 9053 does not (WebAuthn
/// Level 3 §5.8.5), so an old number and its fully specified counterpart identify the same algorithm.
public struct ECDSA: SignatureAlgorithm {
  private enum Curve: Sendable { case p256, p384, p521 }

  /// The COSE number of the algorithm.
  public let identifier: COSEAlgorithmIdentifier
  private let curve: Curve

  /// -7: SHA-256 on P-256.
  public static let es256 = Self(identifier: .es256, curve: .p256)
  /// -35: SHA-384 on P-384.
  public static let es384 = Self(identifier: .es384, curve: .p384)
  /// -36: SHA-512 on P-521.
  public static let es512 = Self(identifier: .es512, curve: .p521)
  /// -9: SHA-256 on P-256, fully specified.
  public static let esp256 = Self(identifier: .esp256, curve: .p256)
  /// -51: SHA-384 on P-384, fully specified.
  public static let esp384 = Self(identifier: .esp384, curve: .p384)
  /// -52: SHA-512 on P-521, fully specified.
  public static let esp512 = Self(identifier: .esp512, curve: .p521)

  private init(identifier: COSEAlgorithmIdentifier, curve: Curve) {
    (self.identifier, self.curve) = (identifier, curve)
  }

  /// Returns the verification key. Each coordinate must have the length of the curve's field, and the point must be on
  /// the curve.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    switch curve {
    case .p256: try P256Key(key)
    case .p384: try P384Key(key)
    case .p521: try P521Key(key)
    }
  }
}

/// A key on one curve, together with the hash that WebAuthn ties to the curve.
///
/// Each curve has a separate, non-generic type, so that the code used by every ceremony is compiled for its curve.
protocol ECDSAKey: VerificationKey {
  /// The curve's number in the IANA registry "COSE Elliptic Curves".
  static var curve: Int64 { get }
  static var coordinateByteCount: Int { get }
  /// Reads an uncompressed point (SEC 1 §2.3.3), and throws unless it is on the curve.
  init(point: UnsafeRawBufferPointer) throws
}

extension ECDSAKey {
  /// Creates the key. Both coordinates must have the length of the curve's field.
  init(_ key: COSEKey) throws(COSEKeyError) {
    let size = Self.coordinateByteCount
    guard case .ellipticCurve(Self.curve, let x, let y) = key.parameters, x.count == size, y.count == size else {
      throw .invalid
    }
    do {
      self = try withUnsafeTemporaryAllocation(byteCount: 1 + 2 * size, alignment: 8) { point in
        point[0] = 4
        UnsafeMutableRawBufferPointer(rebasing: point[1..<1 + size]).copyBytes(from: x)
        UnsafeMutableRawBufferPointer(rebasing: point[(1 + size)...]).copyBytes(from: y)
        return try Self(point: UnsafeRawBufferPointer(point))
      }
    } catch { throw .invalid }
  }
}

struct P256Key: ECDSAKey {
  static var curve: Int64 { 1 }
  static var coordinateByteCount: Int { 32 }
  private let key: P256.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P256.Signing.PublicKey(x963Representation: point) }

  /// Verifies an ASN.1 DER signature (WebAuthn Level 3 §6.5.6) with no trailing bytes.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let raw = ECDSASignatureValue.decode(signature, size: 32),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
    else {
      return false
    }
    return key.isValidSignature(signature, for: SHA256.hash(data: message))
  }
}

struct P384Key: ECDSAKey {
  static var curve: Int64 { 2 }
  static var coordinateByteCount: Int { 48 }
  private let key: P384.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P384.Signing.PublicKey(x963Representation: point) }

  /// Verifies an ASN.1 DER signature (WebAuthn Level 3 §6.5.6) with no trailing bytes.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let raw = ECDSASignatureValue.decode(signature, size: 48),
      let signature = try? P384.Signing.ECDSASignature(rawRepresentation: raw)
    else {
      return false
    }
    return key.isValidSignature(signature, for: SHA384.hash(data: message))
  }
}

struct P521Key: ECDSAKey {
  static var curve: Int64 { 3 }
  static var coordinateByteCount: Int { 66 }
  private let key: P521.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P521.Signing.PublicKey(x963Representation: point) }

  /// Verifies an ASN.1 DER signature (WebAuthn Level 3 §6.5.6) with no trailing bytes.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let raw = ECDSASignatureValue.decode(signature, size: 66),
      let signature = try? P521.Signing.ECDSASignature(rawRepresentation: raw)
    else {
      return false
    }
    return key.isValidSignature(signature, for: SHA512.hash(data: message))
  }
}
