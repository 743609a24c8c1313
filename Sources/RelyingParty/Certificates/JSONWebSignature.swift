import Encoding

/// A JSON Web Signature in its compact serialization (RFC 7515 §7.1) that includes its certificate chain.
struct JSONWebSignature {
  /// The reason why a signature is rejected.
  enum Fault: Error {
    case malformed
    case unsupportedAlgorithm
    case badSignature
  }

  /// The maximum number of certificates in a chain.
  static let maximumChainLength = 10
  /// Members of the header that point to a key elsewhere or change how the rest is read. A header with any of them is
  /// rejected.
  private static let refusedMembers: Set<String> = ["x5u", "jku", "jwk", "crit", "b64", "zip", "enc"]
  private static let names: [String: COSEAlgorithmIdentifier] = [
    "ES256": .es256, "ES384": .es384, "ES512": .es512, "RS256": .rs256, "PS256": .ps256, "EdDSA": .edDSA,
  ]

  /// The signed bytes: the header, a dot and the payload, as received.
  private let signedBytes: [UInt8]
  private let signature: [UInt8]
  private let algorithm: COSEAlgorithmIdentifier
  /// The chain, the signer's certificate first.
  let certificates: [X509Certificate]
  /// The payload.
  let payload: [UInt8]

  /// Reads all of `bytes` without verifying anything.
  init(_ bytes: [UInt8]) throws(Fault) {
    let points = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    guard points.count == 2, let first = points.first, let second = points.last,
      let header = Base64URL.decode(bytes, in: 0..<first),
      let payload = Base64URL.decode(bytes, in: first + 1..<second),
      let signature = Base64URL.decode(bytes, in: second + 1..<bytes.count)
    else { throw .malformed }
    (self.payload, self.signature, signedBytes) = (payload, signature, Array(bytes[..<second]))
    (algorithm, certificates) = try Self.read(header)
  }

  /// Throws unless the signature was made with the first certificate's key.
  func verifySignature(_ algorithms: SignatureAlgorithms) throws(Fault) {
    guard let signer = certificates.first else { throw .malformed }
    guard let algorithm = algorithms[self.algorithm] else { throw .unsupportedAlgorithm }
    let key: any VerificationKey
    do { key = try algorithm.verificationKey(try COSEKey(signer, algorithm: self.algorithm)) } catch {
      // The algorithm is known, but the certificate's key does not belong to it.
      throw .badSignature
    }
    guard key.isValid(webAuthnSignature, for: signedBytes) else { throw .badSignature }
  }

  /// The signature in the form of WebAuthn Level 3 §6.5.6, which for ECDSA is DER. A JWS concatenates r and s (RFC 7518
  /// §3.4); the example in the FIDO Metadata Service specification uses DER, which is accepted too.
  private var webAuthnSignature: [UInt8] {
    let size: [COSEAlgorithmIdentifier: Int] = [.es256: 64, .es384: 96, .es512: 132]
    return signature.count == size[algorithm] ? ECDSASignatureValue.encode(raw: signature) : signature
  }

  private static func read(_ header: [UInt8]) throws(Fault) -> (COSEAlgorithmIdentifier, [X509Certificate]) {
    let document: JSONDocument
    do { document = try JSONDocument(header) } catch { throw .malformed }
    let names = document.members(of: document.root).compactMap { document.string($0.name) }
    guard refusedMembers.isDisjoint(with: names) else { throw .malformed }
    guard let alg = document.member("alg", of: document.root).flatMap(document.string) else { throw .malformed }
    guard let algorithm = Self.names[alg] else { throw .unsupportedAlgorithm }
    let items = document.member("x5c", of: document.root).map(document.items) ?? []
    let chain = items.compactMap { item in
      item.isString ? PaddedBase64.decode(document.stringBytes(item)).flatMap { try? X509Certificate(der: $0) } : nil
    }
    guard !items.isEmpty, items.count <= maximumChainLength, chain.count == items.count else { throw .malformed }
    return (algorithm, chain)
  }
}

/// Base64 with padding (RFC 4648 §4), as used by `x5c` (RFC 7515 §4.1.6) and metadata statements.
enum PaddedBase64 {
  /// Returns the decoded bytes, or `nil` if the text is not padded Base64. White space is ignored: statements come from
  /// many authors, and some insert line breaks.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var characters: [UInt8] = []
    var padding = 0
    for character in text {
      switch character {
      case 0x20, 0x09, 0x0a, 0x0d: continue
      case UInt8(ascii: "="): padding += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
      default:
        guard padding == 0 else { return nil }
        switch character {
        case UInt8(ascii: "+"): characters.append(UInt8(ascii: "-"))
        case UInt8(ascii: "/"): characters.append(UInt8(ascii: "_"))
        default: characters.append(character)
        }
      }
    }
    guard padding <= 2, (characters.count + padding).isMultiple(of: 4) else { return nil }
    return Base64URL.decode(characters, in: 0..<characters.count)
  }
}
