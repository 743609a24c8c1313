import Foundation

/// The program in a terminal of a test's own: what is typed, what is seen, and which mode it is in.
final class PseudoTerminal {
  private let main: Int32, other: Int32
  private let process = Process()
  private(set) var seen = ""
  private var unread = ""

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    var ends: (Int32, Int32) = (-1, -1)
    guard openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { throw CocoaError(.fileNoSuchFile) }
    (main, other) = ends
    process.executableURL = Program.file
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let end = FileHandle(fileDescriptor: other)
    (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
    try process.run()
  }
  deinit {
    if process.isRunning { process.terminate() }
    close(main)
    close(other)
  }

  func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(main, $0.baseAddress, $0.count) } }
  func terminate() { process.terminate() }

  /// Reads until this was printed. Gives what was printed since the last time, to its end.
  @discardableResult
  func wait(for text: String, within seconds: Double = 20) throws -> String {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      if let found = unread.range(of: text) {
        let new = String(unread[..<found.upperBound])
        unread.removeSubrange(..<found.upperBound)
        return new
      }
      var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(max(end.timeIntervalSinceNow, 0) * 1000)) == 1 else { throw Missing(text: text, seen: String(seen.suffix(1500))) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(main, &bytes, bytes.count)
      guard count > 0 else { throw Missing(text: text, seen: String(seen.suffix(1500))) }
      let part = String(decoding: bytes.prefix(count), as: UTF8.self)
      seen += part
      unread += part
    }
  }
  struct Missing: Error { var text: String, seen: String }

  func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
  /// Whether what is typed is seen and comes line by line: how a shell wants its terminal back.
  var isOrdinary: Bool {
    var mode = termios()
    guard tcgetattr(other, &mode) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return mode.c_lflag & wanted == wanted
  }
}
