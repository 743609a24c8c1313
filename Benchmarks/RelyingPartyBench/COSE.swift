import Encoding

/// Writes COSE keys.
enum COSE {
  static func key(_ members: [Int64: CBORValue]) -> [UInt8] {
    CBORValue.map(members.map { CBOREntry(key: .integer($0.key), value: $0.value) }).encoded()
  }
}
