import Encoding
import Foundation
import Model

/// A file that only its owner can read and that never overwrites an existing file.
public enum NewFile {
  /// - Throws: `ConfigurationProblem` if the file already exists or cannot be written; no partial file is left.
  public static func write(_ contents: Secret, to path: String) throws {
    let handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else {
      let reason =
        switch errno {
        case EEXIST: "is there already"
        case ENOENT, ENOTDIR: "cannot be made: there is no such folder"
        default: "cannot be made"
        }
      throw ConfigurationProblem("\(path) \(reason). Nothing was written.")
    }
    defer { close(handle) }
    let isWhole = contents.withBytes { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = Foundation.write(handle, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 || (count < 0 && errno == EINTR) else { return false }
        rest = rest.dropFirst(max(count, 0))
      }
      return fsync(handle) == 0 && isNamed(path)
    }
    guard isWhole else {
      unlink(path)
      throw ConfigurationProblem("\(path) could not be written as a whole, and was removed.")
    }
  }

  /// Returns `true` once the folder's own list of names has reached the disk.
  private static func isNamed(_ path: String) -> Bool { (try? OwnerFolder.sync(around: path)) != nil }
}
