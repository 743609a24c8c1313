import Foundation
import HandsTools
import Model
import Sentences

/// A file that grows line by line, that only its owner can read, and that never overwrites an existing one.
struct AuditExportFile {
  let path: String
  private let handle: Int32
  private var waiting: [UInt8] = []
  private static let mostWaiting = 1 << 16

  /// - Throws: `ConfigurationProblem` if something is there already, or the file cannot be made.
  init(_ path: String) throws {
    self.path = path
    handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else {
      throw ConfigurationProblem(
        errno == EEXIST
          ? "\(path) is there already. Nothing was written, and nothing was taken out."
          : "\(path) cannot be made. Nothing was written, and nothing was taken out.")
    }
  }

  mutating func write(_ line: String) throws {
    waiting += Array(line.utf8) + [UInt8(ascii: "\n")]
    if waiting.count >= Self.mostWaiting { try flush() }
  }
  /// Returns once all of it is on the disk, with the file's name.
  mutating func finish() throws {
    try flush()
    guard fsync(handle) == 0 else { throw unwritten }
    try OwnerFolder.sync(around: path)
    close(handle)
  }
  /// Removes the file, which nobody needs yet.
  func discard() {
    close(handle)
    unlink(path)
  }

  private mutating func flush() throws {
    let isWhole = waiting.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(handle, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 || (count < 0 && errno == EINTR) else { return false }
        rest = rest.dropFirst(max(count, 0))
      }
      return true
    }
    guard isWhole else { throw unwritten }
    waiting = []
  }
  private var unwritten: ConfigurationProblem {
    ConfigurationProblem("\(path) could not be written as a whole, and was removed. Nothing was taken out.")
  }
}
