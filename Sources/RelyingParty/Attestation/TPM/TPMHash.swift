import Crypto

/// The hash algorithms of the TPM Algorithm Registry that attestations use.
enum TPMHash: UInt16 {
  case sha1 = 0x0004
  case sha256 = 0x000b
  case sha384 = 0x000c
  case sha512 = 0x000d

  /// The hash that a COSE algorithm signs with; `nil` for one that signs the message itself.
  init?(_ algorithm: COSEAlgorithmIdentifier) {
    switch algorithm {
    case .rs1: self = .sha1
    case .es256, .esp256, .rs256, .ps256: self = .sha256
    case .es384, .esp384, .rs384, .ps384: self = .sha384
    case .es512, .esp512, .rs512, .ps512: self = .sha512
    default: return nil
    }
  }

  func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    }
  }
}
