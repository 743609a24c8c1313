import Authenticator

extension UHIDEvent {
  private static let (destroyType, openType, closeType, outputType): (UInt32, UInt32, UInt32, UInt32) = (1, 4, 5, 6)
  private static let (getReport, getReply, create2, input2, setReport, setReply): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    9, 10, 11, 12, 13, 14
  )
  /// `EIO`.
  private static let refusal: UInt16 = 5

  /// What the program writes; empty for what only the kernel says.
  var bytes: [UInt8] {
    switch self {
    case .create(let identity):
      let descriptor = UHIDIdentity.descriptor
      return Self.native(Self.create2) + Self.text(identity.name, 128) + Self.text("", 64) + Self.text("", 64) + Self.native(UInt16(descriptor.count))
        + Self.native(UHIDIdentity.bus) + Self.native(identity.vendor) + Self.native(identity.product) + Self.native(UInt32(0))
        + Self.native(UInt32(0))
        + descriptor
    case .input(let report):
      let report = report.prefix(Self.maximumReport)
      return Self.native(Self.input2) + Self.native(UInt16(report.count)) + report
    case .destroy: return Self.native(Self.destroyType)
    case .refuseReport(let id, let isSet):
      return Self.native(isSet ? Self.setReply : Self.getReply) + Self.native(id) + Self.native(Self.refusal) + (isSet ? [] : Self.native(UInt16(0)))
    case .open, .close, .output, .reportAsked, .other: return []
    }
  }

  /// Reads what the kernel says; `nil` where it is shorter than it says of itself.
  init?(_ bytes: [UInt8]) {
    func number<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number? {
      guard bytes.count >= offset + MemoryLayout<Number>.size else { return nil }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
    guard let type = number(UInt32.self, at: 0) else { return nil }
    switch type {
    case Self.openType: self = .open
    case Self.closeType: self = .close
    case Self.outputType:
      guard let count = number(UInt16.self, at: 4 + Self.maximumReport), count <= Self.maximumReport else { return nil }
      let report = bytes[4..<4 + Int(count)]
      // Reports have no number here; a client that writes to hidraw says so by a zero before it.
      self = .output(Array(report.count == HIDPacket.size + 1 && report.first == 0 ? report.dropFirst() : report))
    case Self.getReport, Self.setReport:
      guard let id = number(UInt32.self, at: 4) else { return nil }
      self = .reportAsked(id: id, isSet: type == Self.setReport)
    default: self = .other(type)
    }
  }

  private static func native(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
  /// With a zero at its end, and cut where a character begins.
  private static func text(_ text: String, _ room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      guard bytes.count + character.utf8.count < room else { break }
      bytes += character.utf8
    }
    return bytes + [UInt8](repeating: 0, count: room - bytes.count)
  }
}
