import CTSS2
import Crypto

/// `TPMS_NV_PUBLIC` (TPM 2.0 Library, Part 2 §13.6): what an NV index is. All of this room hold 8 bytes.
struct IndexArea: Hashable {
  let handle: UInt32
  let attributes: IndexAttributes
  let policy: [UInt8]

  /// Its Name, which also says whether it was ever written.
  func name(written: Bool) -> [UInt8] { TPMBytes.bigEndian(Algorithm.sha256) + SHA256.hash(data: bytes(written: written)) }

  private func bytes(written: Bool) -> [UInt8] {
    var area = TPMBytes()
    area.append(handle)
    area.append(Algorithm.sha256)
    area.append((written ? attributes.union(.written) : attributes).rawValue)
    area.append(sized: policy)
    area.append(UInt16(8))
    return area.bytes
  }

  /// `nil` where the C library cannot read it.
  var structure: TPM2B_NV_PUBLIC? {
    let whole = TPMBytes.sized(bytes(written: false))
    var structure = TPM2B_NV_PUBLIC(), offset = 0
    guard Tss2_MU_TPM2B_NV_PUBLIC_Unmarshal(whole, whole.count, &offset, &structure) == 0 else { return nil }
    return structure
  }
}
