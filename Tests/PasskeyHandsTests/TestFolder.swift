import Foundation

/// A folder that is removed once the last reference to it is released.
final class TestFolder: Sendable {
  private let url: URL
  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString.prefix(8))")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a short shell program.
  func program(_ name: String, _ script: String) throws -> String {
    let path = path(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try Self.untilNobodyWrites(to: path)
    return path
  }

  /// Waits until no process has the file open for writing. A program that another thread starts meanwhile inherits the
  /// open file until it executes its own image, and until then the file cannot be run. A read lease is granted only
  /// when nobody has the file open for writing.
  private static func untilNobodyWrites(to path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(descriptor) }
    let setLease: Int32 = 1_024
    while fcntl(descriptor, setLease, F_RDLCK) != 0 {
      guard errno == EAGAIN else { throw CocoaError(.fileReadUnknown) }
      usleep(1_000)
    }
    _ = fcntl(descriptor, setLease, F_UNLCK)
  }

  func text(of name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }
}
