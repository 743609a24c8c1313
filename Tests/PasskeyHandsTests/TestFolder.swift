import Foundation

/// A folder that is removed when nobody holds it any more.
final class TestFolder: Sendable {
  private let url: URL
  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString.prefix(8))")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// A program of a few lines of shell.
  func program(_ name: String, _ script: String) throws -> String {
    let path = path(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try Self.untilNobodyWrites(to: path)
    return path
  }

  /// Waits until no process has the file open for writing. A program that another thread starts meanwhile inherits the
  /// file being written until it becomes that program, and the file cannot be run until then. A lease to read is given
  /// only when nobody writes.
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
