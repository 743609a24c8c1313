/// Bytes from the system's own generator.
enum Random {
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}
