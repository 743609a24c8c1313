import Authenticator
import Foundation
import Synchronization

/// A kernel HID device, emulated over `/dev/uhid`. Browsers and libfido2 find it as they find a security key that is
/// plugged in.
///
/// This program needs permission to open `/dev/uhid` (by default only root has it), and clients need permission to open
/// the device's `/dev/hidraw`.
public final class UHIDDevice: Sendable {
  public static let path = "/dev/uhid"

  private let descriptor: Int32
  private let host: HIDHost
  private let state = Mutex(State())

  private struct State { var isOpen = true, port: HIDPort? }

  /// - Throws: `noDevice` if this kernel does not support uhid, or this person may not use it.
  public convenience init(name: String = "Latchstring", host: HIDHost) throws(PasskeyLineError) {
    let descriptor = Foundation.open(Self.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PasskeyLineError(.noDevice, String(cString: strerror(errno))) }
    try self.init(kernel: descriptor, name: name, host: host)
  }

  /// - Parameter kernel: The file to which events are written and from which they are read, one at a time. The file is
  ///   closed at the end.
  init(kernel: Int32, name: String, host: HIDHost) throws(PasskeyLineError) {
    descriptor = kernel
    self.host = host
    guard Self.write(.create(UHIDIdentity(name: name)), to: kernel) else {
      close(kernel)
      throw PasskeyLineError(.noDevice, String(cString: strerror(errno)))
    }
    Thread.detachNewThread { [weak self] in
      while let event = Self.read(from: kernel), let self, self.isOpen { self.take(event) }
      self?.stop()
      close(kernel)
    }
  }
  deinit { stop() }

  /// Unplugs the device.
  public func stop() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      _ = Self.write(.destroy, to: descriptor)
      if let port = state.port { host.disconnect(port) }
    }
  }

  private var isOpen: Bool { state.withLock { $0.isOpen } }

  private func take(_ event: UHIDEvent) {
    switch event {
    case .open:
      state.withLock { state in
        if state.port == nil { state.port = host.connect { [weak self] in self?.write(.input($0)) } }
      }
    case .close:
      state.withLock { state in
        if let port = state.port { host.disconnect(port) }
        state.port = nil
      }
    case .output(let report): if let port = state.withLock({ $0.port }) { host.receive(report, from: port) }
    case .reportAsked(let id, let isSet): write(.refuseReport(id: id, isSet: isSet))
    case .create, .input, .destroy, .refuseReport, .other: break
    }
  }

  private func write(_ event: UHIDEvent) {
    state.withLock { if $0.isOpen { _ = Self.write(event, to: descriptor) } }
  }

  private static func write(_ event: UHIDEvent, to descriptor: Int32) -> Bool {
    let bytes = event.bytes
    return bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
  }

  private static func read(from descriptor: Int32) -> UHIDEvent? {
    var bytes = [UInt8](repeating: 0, count: UHIDEvent.size)
    while true {
      let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      if let event = UHIDEvent(Array(bytes.prefix(count))) { return event }
    }
  }
}

/// An event between a program and the kernel over `/dev/uhid` (Linux, include/uapi/linux/uhid.h): packed structures in
/// native byte order.
enum UHIDEvent: Hashable, Sendable {
  /// From the program: create such a device.
  case create(UHIDIdentity)
  /// From the program: the device sends this report.
  case input([UInt8])
  /// From the program: remove the device.
  case destroy
  /// From the program: there is no such report.
  case refuseReport(id: UInt32, isSet: Bool)

  /// From the kernel: the device, which nobody had open, was opened.
  case open
  /// From the kernel: nobody has the device open any more.
  case close
  /// From the kernel: a client sends this report.
  case output([UInt8])
  /// From the kernel: a feature report is requested or set.
  case reportAsked(id: UInt32, isSet: Bool)
  /// From the kernel, with no meaning here.
  case other(UInt32)

  /// `sizeof(struct uhid_event)`.
  static let size = 4 + 276 + maximumReport
  /// The maximum length of a report in an event, in bytes.
  static let maximumReport = 4_096
}

/// The identity of the kernel's device.
struct UHIDIdentity: Hashable, Sendable {
  var name: String
  var vendor: UInt32 = 0
  var product: UInt32 = 0
  /// One input and one output report of 64 bytes on the FIDO usage page (CTAP 2.1 §11.2.8.1).
  static let descriptor: [UInt8] = [
    0x06, 0xd0, 0xf1, 0x09, 0x01, 0xa1, 0x01, 0x09, 0x20, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x81,
    0x02, 0x09, 0x21, 0x15, 0x00,
    0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x40, 0x91, 0x02, 0xc0,
  ]
  /// `BUS_USB`: libfido2, and with it ssh and PAM, list no security key on any other bus.
  static let bus: UInt16 = 0x03
}

extension UHIDEvent {
  private static let (destroyType, openType, closeType, outputType): (UInt32, UInt32, UInt32, UInt32) = (1, 4, 5, 6)
  private static let (getReport, getReply, create2): (UInt32, UInt32, UInt32) = (9, 10, 11)
  private static let (input2, setReport, setReply): (UInt32, UInt32, UInt32) = (12, 13, 14)
  /// `EIO`.
  private static let refusal: UInt16 = 5

  /// The bytes that the program writes. Empty for events that only the kernel sends.
  var bytes: [UInt8] {
    switch self {
    case .create(let identity):
      let descriptor = UHIDIdentity.descriptor
      return Self.native(Self.create2) + Self.text(identity.name, 128) + Self.text("", 64) + Self.text("", 64)
        + Self.native(UInt16(descriptor.count))
        + Self.native(UHIDIdentity.bus) + Self.native(identity.vendor) + Self.native(identity.product)
        + Self.native(UInt32(0))
        + Self.native(UInt32(0))
        + descriptor
    case .input(let report):
      let report = report.prefix(Self.maximumReport)
      return Self.native(Self.input2) + Self.native(UInt16(report.count)) + report
    case .destroy: return Self.native(Self.destroyType)
    case .refuseReport(let id, let isSet):
      return Self.native(isSet ? Self.setReply : Self.getReply) + Self.native(id) + Self.native(Self.refusal)
        + (isSet ? [] : Self.native(UInt16(0)))
    case .open, .close, .output, .reportAsked, .other: return []
    }
  }

  /// Reads an event from the kernel. Returns `nil` if the event is shorter than it claims to be.
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
      // Reports have no number here; a client that writes to hidraw indicates this by a leading zero.
      self = .output(Array(report.count == HIDPacket.size + 1 && report.first == 0 ? report.dropFirst() : report))
    case Self.getReport, Self.setReport:
      guard let id = number(UInt32.self, at: 4) else { return nil }
      self = .reportAsked(id: id, isSet: type == Self.setReport)
    default: self = .other(type)
    }
  }

  private static func native(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
  /// Returns the text with a terminating zero, truncated at a character boundary.
  private static func text(_ text: String, _ room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      guard bytes.count + character.utf8.count < room else { break }
      bytes += character.utf8
    }
    return bytes + [UInt8](repeating: 0, count: room - bytes.count)
  }
}
