import Crypto
import CryptoExtras
import Encoding

@testable import RelyingParty

/// A private key of any algorithm, for ``TestAuthenticator``.
protocol TestSigningKey: Sendable {
  var algorithm: COSEAlgorithmIdentifier { get }
  func signature(for message: [UInt8]) throws -> [UInt8]
  /// The members of the key's COSE_Key other than `alg`.
  func parameters() throws -> [Int64: CBORValue]
}

/// Another authenticator's key under a different algorithm number: for the fully specified algorithms, and for keys
/// that contradict their number.
struct RenumberedKey: TestSigningKey {
  let algorithm: COSEAlgorithmIdentifier
  let key: TestAuthenticator.Key

  func signature(for message: [UInt8]) throws -> [UInt8] { try TestAuthenticator(key: key).sign(message) }

  func parameters() throws -> [Int64: CBORValue] {
    var members: [Int64: CBORValue] = [:]
    for (label, value) in try COSEMembers.read(TestAuthenticator(key: key).publicKey()) where label != 3 {
      members[label] = value
    }
    return members
  }
}

struct RSATestKey: TestSigningKey {
  let algorithm: COSEAlgorithmIdentifier
  var key = TestKeys.rsa

  func signature(for message: [UInt8]) throws -> [UInt8] {
    switch algorithm {
    case .rs384:
      Array(try key.signature(for: SHA384.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    case .rs512:
      Array(try key.signature(for: SHA512.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    case .ps384: Array(try key.signature(for: SHA384.hash(data: message), padding: .PSS).rawRepresentation)
    case .ps512: Array(try key.signature(for: SHA512.hash(data: message), padding: .PSS).rawRepresentation)
    default:
      Array(try key.signature(for: Insecure.SHA1.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  func parameters() throws -> [Int64: CBORValue] {
    let numbers = try key.publicKey.getKeyPrimitives()
    return [1: .integer(3), -1: .bytes(Array(numbers.modulus)[...]), -2: .bytes(Array(numbers.publicExponent)[...])]
  }
}

struct MLDSA65TestKey: TestSigningKey {
  let key: MLDSA65.PrivateKey
  var algorithm: COSEAlgorithmIdentifier { .mlDSA65 }
  func signature(for message: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: message)) }
  func parameters() -> [Int64: CBORValue] { [1: .integer(7), -1: .bytes(Array(key.publicKey.rawRepresentation)[...])] }
}

struct MLDSA87TestKey: TestSigningKey {
  let key: MLDSA87.PrivateKey
  var algorithm: COSEAlgorithmIdentifier { .mlDSA87 }
  func signature(for message: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: message)) }
  func parameters() -> [Int64: CBORValue] { [1: .integer(7), -1: .bytes(Array(key.publicKey.rawRepresentation)[...])] }
}

/// The members of a COSE_Key, to change them one at a time.
enum COSEMembers {
  static func read(_ bytes: [UInt8]) throws -> [Int64: CBORValue] {
    var reader = CBORReader(bytes)
    var members: [Int64: CBORValue] = [:]
    for entry in try reader.readValue().map ?? [] { if let label = entry.key.integer { members[label] = entry.value } }
    return members
  }
}
