import Encoding

extension COSEKey {
  /// Returns the COSE_Key in the form that CTAP2 prescribes (RFC 9052 §7; WebAuthn Level 3 §6.5.1.1) and in which
  /// ``CredentialRecord/publicKey`` holds it.
  ///
  /// For a key that was read, these are the original bytes.
  public func encoded() -> [UInt8] { Array(bytes) }
}

extension COSEKey.Parameters {
  /// Returns the canonical encoding of a key with these parameters.
  func encoded(with algorithm: COSEAlgorithmIdentifier) -> [UInt8] {
    let members: [(label: Int64, value: CBORValue)] =
      switch self {
      case .octetKeyPair(let curve, let x): [(1, .integer(1)), (-1, .integer(curve)), (-2, .bytes(x))]
      case .ellipticCurve(let curve, let x, let y):
        [(1, .integer(2)), (-1, .integer(curve)), (-2, .bytes(x)), (-3, .bytes(y))]
      case .rsa(let n, let e): [(1, .integer(3)), (-1, .bytes(n)), (-2, .bytes(e))]
      case .algorithmKeyPair(let key): [(1, .integer(7)), (-1, .bytes(key))]
      }
    let entries = members + [(3, .integer(Int64(algorithm.rawValue)))]
    return CBORValue.map(entries.map { CBOREntry(key: .integer($0.label), value: $0.value) }).encoded()
  }
}

extension COSEKey {
  /// Creates a key from an uncompressed point (SEC 1 §2.3.3: a byte 4, then both coordinates), the form in which FIDO
  /// U2F and some libraries store keys.
  ///
  /// Throws ``COSEKeyError/invalid`` for any other form or length, including a compressed point, and
  /// ``COSEKeyError/unsupported`` for an algorithm that is not ECDSA. ``RelyingParty/verifyKey(of:)`` checks that the
  /// point is on the curve.
  ///
  /// - Parameters:
  ///   - point: 65 bytes for P-256, 97 for P-384, 133 for P-521.
  ///   - algorithm: An ECDSA algorithm, which determines the curve.
  public init(uncompressedPoint point: [UInt8], algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    let parameters: Parameters
    switch algorithm {
    case .es256, .esp256: parameters = try SubjectPublicKeyInfo.point(point[...], curve: 1, size: 32)
    case .es384, .esp384: parameters = try SubjectPublicKeyInfo.point(point[...], curve: 2, size: 48)
    case .es512, .esp512: parameters = try SubjectPublicKeyInfo.point(point[...], curve: 3, size: 66)
    case .es256K: parameters = try SubjectPublicKeyInfo.point(point[...], curve: 8, size: 32)
    default: throw .unsupported
    }
    self.init(algorithm: algorithm, parameters: parameters)
  }

  /// Creates a key from a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) in DER: the content of a PEM `PUBLIC KEY`, decoded
  /// from Base64.
  ///
  /// Throws ``COSEKeyError/invalid`` for malformed bytes, and ``COSEKeyError/unsupported`` for a kind of key that this
  /// implementation of COSE_Key cannot represent. ``RelyingParty/verifyKey(of:)`` checks that it is a key for
  /// `algorithm`.
  ///
  /// - Parameters:
  ///   - der: The whole structure.
  ///   - algorithm: The algorithm with which the key signs. The bytes do not name it: one RSA key fits several.
  public init(subjectPublicKeyInfo der: [UInt8], algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    let info: SubjectPublicKeyInfo
    do {
      var reader = DERReader(der)
      info = try SubjectPublicKeyInfo(try reader.enter(.sequence))
      try reader.finish()
    } catch { throw .invalid }
    self.init(algorithm: algorithm, parameters: try info.parameters(in: der))
  }
}

extension COSEKey {
  /// Creates a key from a certificate (its subject's public key, RFC 5280 §4.1.2.7), to be used with `algorithm`.
  init(_ certificate: X509Certificate, algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    self.init(algorithm: algorithm, parameters: try certificate.keyInfo.parameters(in: certificate.der))
  }
}
