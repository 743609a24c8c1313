import Foundation
import Synchronization
import TestTPM

/// A connection to a TPM, cut at one of the commands: either before the TPM receives it, or after the TPM has executed
/// it but before the client gets the answer. It can also simulate a TPM that is busy for a while.
final class CuttingWire: Sendable {
  enum Fault: Hashable { case before, after, busy(times: Int) }
  private let folder: TemporaryFolder
  private let real: String
  private let listening: [Int32]
  private let left: Mutex<Int>
  private let retries: Mutex<Int>
  private let fault: Fault
  private let cut = Atomic(false)
  private let crossed = Mutex<[UInt8]>([])

  var device: String { "swtpm:path=\(folder.path)/tpm" }
  /// `true` once the command at which to cut has arrived.
  var wasCut: Bool { cut.load(ordering: .acquiring) }

  /// All bytes of the commands and answers that have passed through.
  var bytes: [UInt8] { crossed.withLock { $0 } }

  /// - Parameter commands: The number of commands that pass before the fault.
  init(to tpm: TestTPM, after commands: Int, _ fault: Fault) throws {
    folder = try TemporaryFolder()
    real = tpm.folder + "/socket"
    left = Mutex(commands)
    if case .busy(let times) = fault { retries = Mutex(times) } else { retries = Mutex(0) }
    self.fault = fault
    listening = try ["", ".ctrl"].map { [folder] in try Self.listen(folder.path + "/tpm" + $0) }
    for (descriptor, suffix) in zip(listening, ["", ".ctrl"]) {
      Thread.detachNewThread { [self] in accept(descriptor, suffix) }
    }
  }

  /// Refuses all further connections.
  func close() { for descriptor in listening { shutdown(descriptor, Int32(SHUT_RDWR)) } }

  private func accept(_ listening: Int32, _ suffix: String) {
    defer { Foundation.close(listening) }
    while true {
      let client = Foundation.accept(listening, nil, nil)
      guard client >= 0 else { return }
      let tpm = wasCut ? -1 : Self.connect(real + suffix)
      if tpm >= 0 { while pass(from: client, to: tpm, isControl: !suffix.isEmpty) {} }
      Foundation.close(client)
      if tpm >= 0 { Foundation.close(tpm) }
    }
  }

  /// Passes one command and its answer. Messages on the control socket have no length field; each is short, and is sent
  /// and received whole.
  private func pass(from client: Int32, to tpm: Int32, isControl: Bool) -> Bool {
    guard let command = isControl ? Self.some(client) : Self.message(client) else { return false }
    if isControl { return Self.send(command, tpm) && Self.some(tpm).map { Self.send($0, client) } == true }
    if case .busy = fault,
      retries.withLock({
        $0 -= 1; return $0 >= 0
      })
    {
      return Self.send([0x80, 1, 0, 0, 0, 10, 0, 0, 9, 0x22], client)
    }
    let isLast = left.withLock {
      $0 -= 1; return $0 < 0
    }
    if isLast, fault == .before || wasCut {
      cut.store(true, ordering: .releasing)
      return false
    }
    guard Self.send(command, tpm), let answer = Self.message(tpm) else { return false }
    crossed.withLock { $0 += command + answer }
    if isLast, fault == .after {
      cut.store(true, ordering: .releasing)
      return false
    }
    return Self.send(answer, client)
  }

  private static func some(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
  /// A message: two bytes, four bytes with the total length, and the rest.
  private static func message(_ descriptor: Int32) -> [UInt8]? {
    guard let head = exactly(6, descriptor) else { return nil }
    let length = head[2...].reduce(0) { $0 << 8 | Int($1) }
    return length >= 6 ? exactly(length - 6, descriptor).map { head + $0 } : nil
  }
  private static func exactly(_ count: Int, _ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count), position = 0
    while position < count {
      let more = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: position), count - position)
      }
      guard more > 0 else { return nil }
      position += more
    }
    return bytes
  }
  private static func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  private static func listen(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, Foundation.listen(descriptor, 8) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    return descriptor
  }
  private static func connect(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    return withAddress(path) { Foundation.connect(descriptor, $0, $1) } == 0 ? descriptor : -1
  }
  private static func withAddress(_ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
