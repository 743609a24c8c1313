import Encoding

extension COSEKey {
  /// The COSE_Key in the form that CTAP2 prescribes (RFC 9052 §7; WebAuthn Level 3 §6.5.1.1): what ``CredentialRecord/publicKey`` holds.
  ///
  /// For a key that was read these are the bytes it was read from.
  public func encoded() -> [UInt8] { Array(bytes) }
}

extension COSEKey.Parameters {
  /// The canonical encoding of a key with these parameters.
  func encoded(with algorithm: COSEAlgorithmIdentifier) -> [UInt8] {
    let members: [(label: Int64, value: CBORValue)] =
      switch self {
      case .octetKeyPair(let curve, let x): [(1, .integer(1)), (-1, .integer(curve)), (-2, .bytes(x))]
      case .ellipticCurve(let curve, let x, let y): [(1, .integer(2)), (-1, .integer(curve)), (-2, .bytes(x)), (-3, .bytes(y))]
      case .rsa(let n, let e): [(1, .integer(3)), (-1, .bytes(n)), (-2, .bytes(e))]
      case .algorithmKeyPair(let key): [(1, .integer(7)), (-1, .bytes(key))]
      }
    let entries = members + [(3, .integer(Int64(algorithm.rawValue)))]
    return CBORValue.map(entries.map { CBOREntry(key: .integer($0.label), value: $0.value) }).encoded()
  }
}
