/// Where the parameters of a COSE_Key stand in the bytes that it was read from. Plain numbers, so that handing a key on costs nothing.
enum COSEKeyShape: Sendable {
  case octetKeyPair(curve: Int64, x: Range<Int>)
  case ellipticCurve(curve: Int64, x: Range<Int>, y: Range<Int>)
  case rsa(n: Range<Int>, e: Range<Int>)
  case algorithmKeyPair(publicKey: Range<Int>)

  func parameters(in bytes: ArraySlice<UInt8>) -> COSEKey.Parameters {
    switch self {
    case .octetKeyPair(let curve, let x): .octetKeyPair(curve: curve, x: bytes[x])
    case .ellipticCurve(let curve, let x, let y): .ellipticCurve(curve: curve, x: bytes[x], y: bytes[y])
    case .rsa(let n, let e): .rsa(n: bytes[n], e: bytes[e])
    case .algorithmKeyPair(let key): .algorithmKeyPair(publicKey: bytes[key])
    }
  }
}
