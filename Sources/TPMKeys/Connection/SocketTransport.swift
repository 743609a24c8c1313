import Authenticator
import CTSS2
import Foundation
import Synchronization

/// The transport to a software TPM behind a Unix socket (`swtpm:path=…`), in the form that tpm2-tss expects.
///
/// Such a TPM serves one connection at a time and silently makes the next one wait, forever if the first one never
/// ends. tpm2-tss's own transport would wait just as long, but this transport has a timeout. It also connects once
/// instead of three times.
final class SocketTransport {
  /// The context that tpm2-tss passes around: its own fields, followed by the transport they belong to.
  private struct Context {
    var common: TSS2_TCTI_CONTEXT_COMMON_V1
    let owner: Unmanaged<SocketTransport>
  }

  private let descriptor: Int32
  private var context: UnsafeMutablePointer<Context>?
  private var hasAnswered = false
  /// The error that ended the connection. After a missing response, the next response would belong to a different
  /// command.
  private var end: TSS2_RC?

  /// The transport for tpm2-tss, valid as long as this object exists.
  var pointer: OpaquePointer? { context.map { OpaquePointer($0) } }

  /// Connects to the TPM; returns `nil` if the device needs a different transport.
  convenience init?(device: String, patience: Duration = .seconds(10)) throws(KeyStoreError) {
    guard device.hasPrefix(Self.prefix) else { return nil }
    try self.init(path: String(device.dropFirst(Self.prefix.count)), patience: patience)
  }
  private static let prefix = "swtpm:path="

  private init(path: String, patience: Duration) throws(KeyStoreError) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard descriptor >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw KeyStoreError(.unavailable, "No TPM can be reached at \(path).")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    wait(atMost: patience)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      throw errno == EAGAIN
        ? TPMRefusal(code: Self.occupied, command: "connect").error
        : KeyStoreError(.unavailable, "No TPM answers at \(path).")
    }
    let context = UnsafeMutablePointer<Context>.allocate(capacity: 1)
    context.initialize(to: Context(common: Self.functions, owner: .passUnretained(self)))
    self.context = context
  }

  deinit {
    context?.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sets a timeout for connecting and for each write and each read.
  private func wait(atMost patience: Duration) {
    var limit = timeval(
      tv_sec: Int(patience.components.seconds), tv_usec: Int(patience.components.attoseconds / 1_000_000_000_000))
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }
  /// A timeout longer than the slowest command on the slowest machine.
  private static let longestCommand = Duration.seconds(120)

  private func transmit(_ command: UnsafeBufferPointer<UInt8>) -> TSS2_RC {
    if let end { return end }
    var rest = command[...]
    while !rest.isEmpty {
      let count = send(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return ended() }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// - Returns: The length of the response in bytes; `nil` if no response came, or if it is longer than `answer`.
  private func receive(_ answer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    guard end == nil, read(6, answer, from: 0) else { return nil }
    // Two bytes, then the total length in four (Part 1 §18.5).
    let count = answer[2..<6].reduce(0) { $0 << 8 | Int($1) }
    guard count >= 10, count <= answer.count, read(count - 6, answer, from: 6) else { return nil }
    if !hasAnswered {
      hasAnswered = true
      wait(atMost: Self.longestCommand)
    }
    return count
  }

  private func read(_ count: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Bool {
    guard start + count <= buffer.count, let base = buffer.baseAddress else { return false }
    var position = start
    while position < start + count {
      let more = recv(descriptor, base + position, start + count - position, 0)
      if more < 0, errno == EINTR { continue }
      guard more > 0 else {
        _ = ended(by: more < 0 ? errno : 0)
        return false
      }
      position += more
    }
    return true
  }

  /// Ends the connection. A client that never received a response is waiting behind a different client.
  private func ended(by number: Int32 = errno) -> TSS2_RC {
    let code = number == EAGAIN && !hasAnswered ? Self.occupied : Self.broken
    end = code
    return code
  }

  /// TSS2_TCTI_RC_GENERAL_FAILURE, which none of tpm2-tss's own transports returns for a missing response, and
  /// TSS2_TCTI_RC_IO_ERROR.
  static let occupied = TSS2_RC(0x000a_0001), broken = TSS2_RC(0x000a_000a)

  private static func owner(_ pointer: OpaquePointer?) -> SocketTransport? {
    pointer.map { UnsafePointer<Context>($0).pointee.owner.takeUnretainedValue() }
  }

  private static var functions: TSS2_TCTI_CONTEXT_COMMON_V1 {
    var functions = TSS2_TCTI_CONTEXT_COMMON_V1()
    functions.version = 1
    functions.transmit = { pointer, count, command in
      SocketTransport.owner(pointer)?.transmit(UnsafeBufferPointer(start: command, count: count))
        ?? SocketTransport.broken
    }
    functions.receive = { pointer, count, answer, _ in
      guard let count, let owner = SocketTransport.owner(pointer) else { return SocketTransport.broken }
      guard let answer else {
        count.pointee = 4096
        return 0
      }
      guard let received = owner.receive(UnsafeMutableBufferPointer(start: answer, count: count.pointee)) else {
        return owner.end ?? owner.ended(by: EPROTO)
      }
      count.pointee = received
      return 0
    }
    functions.finalize = { _ in }
    return functions
  }
}

/// Keeps tpm2-tss's library for one kind of transport loaded. Its loader unloads it after each connection and would
/// have to find and read it again for the next.
enum TransportLibrary {
  private static let kept = Mutex<Set<String>>([])

  /// Opens a device, waiting if a different program has it open and only one program can open it at a time.
  static func open(_ path: String) throws(KeyStoreError) -> OpaquePointer {
    keep(for: path)
    let file = DeviceFile(path), end = ContinuousClock.now + .seconds(10)
    while true {
      var transport: OpaquePointer?
      if Tss2_TctiLdr_Initialize(path, &transport) == 0, let transport { return transport }
      guard let file else { throw KeyStoreError(.unavailable, "No TPM answers at \(path).") }
      let obstacle = file.obstacle ?? .occupied(file.path)
      guard file.isOccupied else { throw KeyStoreError(.unavailable, obstacle.description) }
      guard ContinuousClock.now < end else { throw KeyStoreError(.busy, obstacle.description) }
      usleep(20_000)
    }
  }

  static func close(_ transport: OpaquePointer) {
    var transport: OpaquePointer? = transport
    Tss2_TctiLdr_Finalize(&transport)
  }

  private static func keep(for path: String) {
    let way = String(path.prefix { $0 != ":" })
    kept.withLock { kept in
      // If loading fails, the loader searches by itself and reports what is missing.
      if kept.insert(way).inserted { dlopen("libtss2-tcti-\(way).so.0", RTLD_NOW) }
    }
  }
}
