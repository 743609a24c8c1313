import Foundation
import Synchronization

/// A proxy to a software TPM that measures how long the TPM works on each command: it forwards everything and adds up
/// the times.
final class WatchedTPM: Sendable {
  let device: String
  private let path: String, upstream: String, listener: Int32
  private let spent = Mutex(Duration.zero)

  init(_ device: String, folder: String) throws {
    guard let colon = device.firstIndex(of: "=") else { throw Failure("\(device) is no socket.") }
    (upstream, path) = (String(device[device.index(after: colon)...]), folder + "/watched")
    self.device = "swtpm:path=\(path)"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.at(path, { bind(listener, $0, $1) }), listen(listener, 1) == 0 else {
      throw Failure("Nothing can listen at \(path).")
    }
    Thread.detachNewThread { [self] in while case let client = accept(listener, nil, nil), client >= 0 { serve(client) }
    }
  }

  /// The time spent since the last call.
  func timeSpent() -> Duration {
    spent.withLock { spent in
      defer { spent = .zero }
      return spent
    }
  }

  private func serve(_ client: Int32) {
    let tpm = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(client)
      close(tpm)
    }
    guard Self.at(upstream, { connect(tpm, $0, $1) }) else { return }
    while let command = Self.message(from: client) {
      let start = ContinuousClock.now
      guard write(tpm, command, command.count) == command.count, let answer = Self.message(from: tpm) else { return }
      let time = ContinuousClock.now - start
      spent.withLock { $0 += time }
      guard write(client, answer, answer.count) == answer.count else { return }
    }
  }

  /// A command or an answer: two bytes of tag, four bytes of total length.
  private static func message(from end: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096), count = 0
    while count < 6 || count < bytes[2..<6].reduce(0, { $0 << 8 | Int($1) }) {
      let more = bytes.withUnsafeMutableBytes { read(end, $0.baseAddress.map { $0 + count }, $0.count - count) }
      guard more > 0 else { return nil }
      count += more
    }
    return Array(bytes.prefix(count))
  }

  private static func at(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) } == 0
    }
  }
}
