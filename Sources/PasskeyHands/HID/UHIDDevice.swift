import Authenticator
import Foundation
import Synchronization

/// A HID device of the kernel's, played over `/dev/uhid`: browsers and libfido2 find it like a security key that is plugged in.
///
/// It needs the right to open `/dev/uhid` (by default only root has it), and clients the right to open its `/dev/hidraw`.
public final class UHIDDevice: Sendable {
  public static let path = "/dev/uhid"

  private let descriptor: Int32
  private let host: HIDHost
  private let state = Mutex(State())

  private struct State { var isOpen = true, port: HIDPort? }

  /// - Throws: `noDevice` where this kernel has no uhid, or this person may not use it.
  public convenience init(name: String = "Latchstring", host: HIDHost) throws(PasskeyLineError) {
    let descriptor = Foundation.open(Self.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PasskeyLineError(.noDevice, String(cString: strerror(errno))) }
    try self.init(kernel: descriptor, name: name, host: host)
  }

  /// - Parameter kernel: Where events are written and read, one each time. It is closed in the end.
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

  /// Unplugs it.
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
    case .open: state.withLock { state in if state.port == nil { state.port = host.connect { [weak self] in self?.write(.input($0)) } } }
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
