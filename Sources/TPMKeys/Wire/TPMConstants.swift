import CTSS2
import Crypto

/// Constants of the TPM 2.0 Library, Part 2, and of tpm2-tss that C defines as macros with casts, which Swift does not
/// import.
enum Handle {
  static let none = ESYS_TR(0xfff)
  /// The pseudo-session that passes an authorization value unencrypted; here the value is always empty.
  static let password = ESYS_TR(0x0ff)
  static let owner = ESYS_TR(0x101)
  static let endorsement = ESYS_TR(0x10b)
}

enum Algorithm {
  static let rsa = UInt16(0x0001), hmac = UInt16(0x0005), aes = UInt16(0x0006), keyedHash = UInt16(0x0008),
    sha256 = UInt16(0x000b),
    null = UInt16(0x0010)
  static let ecdsa = UInt16(0x0018), ecc = UInt16(0x0023), cipherFeedback = UInt16(0x0043)
  static let p256 = UInt16(0x0003)
}

enum Command {
  static let changeIndexAuthorization = UInt32(0x13b), writeIndex = UInt32(0x137),
    changeObjectAuthorization = UInt32(0x150)
  static let incrementIndex = UInt32(0x134), readIndex = UInt32(0x14e)
  static let sign = UInt32(0x15d), loadContext = UInt32(0x161), saveContext = UInt32(0x162),
    flushContext = UInt32(0x165)
  static let startSession = UInt32(0x176), policyTicket = UInt32(0x172)
  static let policyIndex = UInt32(0x149), policySecret = UInt32(0x151), policyAuthorizationValue = UInt32(0x16b)
  static let policyCommandCode = UInt32(0x16c), policyOr = UInt32(0x171), policyIndexWritten = UInt32(0x18f)
}

/// `TPMA_OBJECT` (Part 2 §8.3).
struct ObjectAttributes: OptionSet, Hashable {
  let rawValue: UInt32
  static let fixedTPM = Self(rawValue: 1 << 1), fixedParent = Self(rawValue: 1 << 4),
    sensitiveDataOrigin = Self(rawValue: 1 << 5)
  static let userWithAuth = Self(rawValue: 1 << 6), adminWithPolicy = Self(rawValue: 1 << 7),
    noDA = Self(rawValue: 1 << 10)
  static let restricted = Self(rawValue: 1 << 16), decrypt = Self(rawValue: 1 << 17), sign = Self(rawValue: 1 << 18)
  /// Created inside this TPM under this parent, and bound to both.
  static let bound: Self = [.fixedTPM, .fixedParent, .sensitiveDataOrigin]
}

/// `TPMA_NV` (Part 2 §13.4).
struct IndexAttributes: OptionSet, Hashable {
  let rawValue: UInt32
  static let authWrite = Self(rawValue: 1 << 2), policyWrite = Self(rawValue: 1 << 3)
  static let counter = Self(rawValue: 1 << 4), pinFail = Self(rawValue: 8 << 4)
  static let ownerRead = Self(rawValue: 1 << 17), authRead = Self(rawValue: 1 << 18), noDA = Self(rawValue: 1 << 25)
  static let orderly = Self(rawValue: 1 << 26), written = Self(rawValue: 1 << 29)
}

/// `TPMA_SESSION` (Part 2 §8.4).
struct SessionAttributes: OptionSet, Hashable {
  let rawValue: UInt8
  static let continues = Self(rawValue: 1), decrypt = Self(rawValue: 0x20), encrypt = Self(rawValue: 0x40)
}

/// `TPMS_NV_PUBLIC` (TPM 2.0 Library, Part 2 §13.6): the public area of an NV index. All indexes of this room hold 8
/// bytes.
struct IndexArea: Hashable {
  let handle: UInt32
  let attributes: IndexAttributes
  let policy: [UInt8]

  /// Returns the index's Name, which also reflects whether the index was ever written.
  func name(written: Bool) -> [UInt8] {
    TPMBytes.bigEndian(Algorithm.sha256) + SHA256.hash(data: bytes(written: written))
  }

  private func bytes(written: Bool) -> [UInt8] {
    var area = TPMBytes()
    area.append(handle)
    area.append(Algorithm.sha256)
    area.append((written ? attributes.union(.written) : attributes).rawValue)
    area.append(sized: policy)
    area.append(UInt16(8))
    return area.bytes
  }

  /// The index's public area as a C structure; `nil` if the C library cannot read it.
  var structure: TPM2B_NV_PUBLIC? {
    let whole = TPMBytes.sized(bytes(written: false))
    var structure = TPM2B_NV_PUBLIC(), offset = 0
    guard Tss2_MU_TPM2B_NV_PUBLIC_Unmarshal(whole, whole.count, &offset, &structure) == 0 else { return nil }
    return structure
  }
}
