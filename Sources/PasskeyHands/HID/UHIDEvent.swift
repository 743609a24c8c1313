/// What goes between a program and the kernel over `/dev/uhid` (Linux, include/uapi/linux/uhid.h): packed structures in the machine's byte order.
enum UHIDEvent: Hashable, Sendable {
  /// From the program: be such a device.
  case create(UHIDIdentity)
  /// From the program: the device sends this report.
  case input([UInt8])
  /// From the program: be gone.
  case destroy
  /// From the program: there is no such report.
  case refuseReport(id: UInt32, isSet: Bool)

  /// From the kernel: somebody opened the device; it was nobody before.
  case open
  /// From the kernel: nobody has it open any more.
  case close
  /// From the kernel: a client sends this report.
  case output([UInt8])
  /// From the kernel: a feature report is asked for, or set.
  case reportAsked(id: UInt32, isSet: Bool)
  /// From the kernel, and of no meaning here.
  case other(UInt32)

  /// `sizeof(struct uhid_event)`.
  static let size = 4 + 276 + maximumReport
  /// The longest report there, in bytes.
  static let maximumReport = 4_096
}

/// How the kernel's device is named.
struct UHIDIdentity: Hashable, Sendable {
  var name: String
  var vendor: UInt32 = 0
  var product: UInt32 = 0
  /// One input and one output report of 64 bytes on the FIDO usage page (CTAP 2.1 §11.2.8.1).
  static let descriptor: [UInt8] = [
    0x06, 0xd0, 0xf1, 0x09, 0x01, 0xa1, 0x01, 0x09, 0x20, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x81, 0x02, 0x09, 0x21, 0x15, 0x00,
    0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x91, 0x02, 0xc0,
  ]
  /// `BUS_VIRTUAL`.
  static let bus: UInt16 = 0x06
}
