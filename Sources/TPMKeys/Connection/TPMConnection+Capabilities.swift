import Authenticator
import CTSS2

enum Capability { static let handles = UInt32(1), properties = UInt32(6) }

extension TPMConnection {
  /// A list of what the TPM says of itself; each entry is `width` numbers.
  func capability(_ capability: UInt32, _ first: UInt32, most: UInt32, width: Int) throws(KeyStoreError) -> [[UInt32]] {
    var more = UInt8(0), given: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
    try run("TPM2_GetCapability") {
      Esys_GetCapability(esys, Handle.none, Handle.none, Handle.none, capability, first, most, &more, &given)
    }
    return try Self.take(given) { pointer in
      // Whichever list it is, it is a count and then numbers.
      withUnsafeBytes(of: &pointer.pointee.data) { data in
        let numbers = data.bindMemory(to: UInt32.self)
        guard let count = numbers.first.map(Int.init), count <= (numbers.count - 1) / width else { return nil }
        return (0..<count).map { Array(numbers[(1 + $0 * width)..<(1 + ($0 + 1) * width)]) }
      }
    }
  }

  /// Properties by their number, from `first` on.
  func properties(from first: UInt32, most: UInt32) throws(KeyStoreError) -> [UInt32: UInt32] {
    let pairs = try capability(Capability.properties, first, most: most, width: 2)
    return Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}
