import Encoding

/// A public key as an authenticator encodes it: a COSE_Key with `alg` and no other optional parameter (WebAuthn Level 3
/// §6.5.1.1, RFC 9052 §7).
public struct COSEKey: Hashable, Sendable {
  /// The parameters by key type.
  public enum Parameters: Hashable, Sendable {
    /// `kty` 1: curve and public key (RFC 9053 §7.2).
    case octetKeyPair(curve: Int64, x: ArraySlice<UInt8>)
    /// `kty` 2: curve and the two coordinates (RFC 9053 §7.1.1).
    case ellipticCurve(curve: Int64, x: ArraySlice<UInt8>, y: ArraySlice<UInt8>)
    /// `kty` 3: modulus and public exponent, big-endian without leading zeros (RFC 8230 §4).
    case rsa(n: ArraySlice<UInt8>, e: ArraySlice<UInt8>)
    /// `kty` 7: the public key of an algorithm that is fully specified by its number (RFC 9964 §3).
    case algorithmKeyPair(publicKey: ArraySlice<UInt8>)
  }

  private enum Source: Sendable {
    case encoded(ArraySlice<UInt8>, COSEKeyShape)
    case given(Parameters)
  }

  /// `alg`: the algorithm with which the key signs.
  public let algorithm: COSEAlgorithmIdentifier
  private let source: Source

  /// Reads one key from all of `bytes`.
  public init(_ bytes: [UInt8]) throws(COSEKeyError) {
    var reader = CBORReader(bytes)
    try self.init(from: &reader)
    guard reader.isAtEnd else { throw .cbor(.trailingBytes) }
  }

  /// Creates a key from parameters that come from elsewhere, for example a certificate, to be used with `algorithm`.
  public init(algorithm: COSEAlgorithmIdentifier, parameters: Parameters) {
    (self.algorithm, source) = (algorithm, .given(parameters))
  }

  init(from reader: inout CBORReader) throws(COSEKeyError) {
    let start = reader.position
    var members = COSEKeyMembers()
    do { try members.read(from: &reader) } catch { throw .cbor(error) }
    guard let algorithm = members.algorithm else { throw .invalid }
    self.algorithm = COSEAlgorithmIdentifier(rawValue: Int(algorithm))
    source = .encoded(reader.bytes[start..<reader.position], try members.shape())
  }

  /// The key's parameters, by its type.
  public var parameters: Parameters {
    switch source {
    case .encoded(let bytes, let shape): shape.parameters(in: bytes)
    case .given(let parameters): parameters
    }
  }

  /// The encoded key.
  public var bytes: ArraySlice<UInt8> {
    switch source {
    case .encoded(let bytes, _): bytes
    case .given(let parameters): parameters.encoded(with: algorithm)[...]
    }
  }

  /// Returns `true` if the algorithms and parameters of both keys are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.algorithm == right.algorithm && left.parameters == right.parameters
  }
  /// Hashes algorithm and parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(algorithm)
    hasher.combine(parameters)
  }
}

/// The reason why a public key is rejected (WebAuthn Level 3 §6.5.1.1, RFC 9052 §7).
public enum COSEKeyError: Error, Hashable, Sendable {
  /// The bytes are not a COSE_Key map in the form that CTAP2 prescribes.
  case cbor(CBORError)
  /// A parameter is missing, superfluous or of the wrong length, or the point is not on the curve.
  case invalid
  /// The key type, curve or algorithm is not supported.
  case unsupported

  var code: WebAuthnErrorCode {
    switch self {
    case .cbor: .malformedCBOR
    case .invalid: .invalidPublicKey
    case .unsupported: .unsupportedPublicKey
    }
  }
}
