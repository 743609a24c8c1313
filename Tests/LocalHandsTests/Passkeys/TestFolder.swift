import Foundation

/// A folder that is gone when nobody holds it any more.
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
    return path
  }

  func text(of name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }
}
