import SwiftASN1
import X509

extension COSEKey {
  /// The key of a certificate (its SubjectPublicKeyInfo, RFC 5280 §4.1.2.7), to be used with `algorithm`.
  init(_ certificate: Certificate, algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    do {
      let root = try DER.parse(Array(certificate.publicKey.subjectPublicKeyInfoBytes))
      self = try DER.sequence(root, identifier: .sequence) { nodes in
        guard let algorithmNode = nodes.next() else { throw COSEKeyError.invalid }
        let (type, curve) = try DER.sequence(algorithmNode, identifier: .sequence) { inner in
          let type = try ASN1ObjectIdentifier(derEncoded: &inner)
          let curve = inner.next().flatMap { try? ASN1ObjectIdentifier(derEncoded: $0) }
          while inner.next() != nil {}
          return (type, curve)
        }
        let key = try ASN1BitString(derEncoded: &nodes).bytes
        return COSEKey(algorithm: algorithm, parameters: try Self.parameters(type, curve, key))
      }
    } catch let error as COSEKeyError { throw error } catch { throw .invalid }
  }

  private static func parameters(_ type: ASN1ObjectIdentifier, _ curve: ASN1ObjectIdentifier?, _ key: ArraySlice<UInt8>) throws -> Parameters {
    switch type {
    case [1, 2, 840, 10045, 2, 1]:
      let numbers: [ASN1ObjectIdentifier: Int64] = [[1, 2, 840, 10045, 3, 1, 7]: 1, [1, 3, 132, 0, 34]: 2, [1, 3, 132, 0, 35]: 3]
      guard let curve, let number = numbers[curve] else { throw COSEKeyError.unsupported }
      guard key.first == 4, key.count % 2 == 1 else { throw COSEKeyError.invalid }
      let middle = key.startIndex + 1 + key.count / 2
      return .ellipticCurve(curve: number, x: key[key.startIndex + 1..<middle], y: key[middle...])
    case [1, 3, 101, 112]: return .octetKeyPair(curve: 6, x: key)
    case [1, 2, 840, 113549, 1, 1, 1]:
      return try DER.sequence(try DER.parse(key), identifier: .sequence) { nodes in
        let n = try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 }
        return .rsa(n: n, e: try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 })
      }
    default: throw COSEKeyError.unsupported
    }
  }
}
