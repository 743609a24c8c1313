import Crypto

/// A key on one curve, together with the hash that WebAuthn ties to the curve.
struct ECDSAKey<PublicKey: ECDSAPublicKey>: VerificationKey {
  private let key: PublicKey

  /// Imports the two coordinates as an uncompressed point (SEC 1 §2.3.3).
  init(_ key: COSEKey) throws(COSEKeyError) {
    let size = PublicKey.coordinateByteCount
    guard case .ellipticCurve(PublicKey.curve, let x, let y) = key.parameters, x.count == size, y.count == size else { throw .invalid }
    do {
      self.key = try withUnsafeTemporaryAllocation(byteCount: 1 + 2 * size, alignment: 8) { point in
        point[0] = 4
        UnsafeMutableRawBufferPointer(rebasing: point[1..<1 + size]).copyBytes(from: x)
        UnsafeMutableRawBufferPointer(rebasing: point[(1 + size)...]).copyBytes(from: y)
        return try PublicKey(point: UnsafeRawBufferPointer(point))
      }
    } catch { throw .invalid }
  }

  /// An ASN.1 DER signature (WebAuthn Level 3 §6.5.6), without anything behind it.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let raw = ECDSASignatureValue.decode(signature, size: PublicKey.coordinateByteCount) else { return false }
    return key.isValid(raw, for: message)
  }
}

/// What differs from curve to curve.
protocol ECDSAPublicKey: Sendable {
  /// The number in the IANA registry "COSE Elliptic Curves".
  static var curve: Int64 { get }
  static var coordinateByteCount: Int { get }
  /// Throws unless the point is on the curve.
  init(point: UnsafeRawBufferPointer) throws
  /// `signature` is r and s, of a coordinate's length each.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool
}

struct P256PublicKey: ECDSAPublicKey {
  static var curve: Int64 { 1 }
  static var coordinateByteCount: Int { 32 }
  private let key: P256.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P256.Signing.PublicKey(x963Representation: point) }

  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
    return key.isValidSignature(signature, for: SHA256.hash(data: message))
  }
}

struct P384PublicKey: ECDSAPublicKey {
  static var curve: Int64 { 2 }
  static var coordinateByteCount: Int { 48 }
  private let key: P384.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P384.Signing.PublicKey(x963Representation: point) }

  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
    return key.isValidSignature(signature, for: SHA384.hash(data: message))
  }
}

struct P521PublicKey: ECDSAPublicKey {
  static var curve: Int64 { 3 }
  static var coordinateByteCount: Int { 66 }
  private let key: P521.Signing.PublicKey

  init(point: UnsafeRawBufferPointer) throws { key = try P521.Signing.PublicKey(x963Representation: point) }

  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
    return key.isValidSignature(signature, for: SHA512.hash(data: message))
  }
}
