import Encoding
import Foundation
import Model

/// A file that only its owner can read and that never overwrites an existing file.
public enum NewFile {
  /// - Parameter owner: Whom the file will belong to, where root writes it for somebody else; `nil` for the caller.
  /// - Throws: `ConfigurationProblem` if the file already exists or cannot be written; no partial file is left.
  public static func write(_ contents: Secret, to path: String, owner: FileOwner? = nil) throws {
    let parts = PathParts(path), folder = open(parts.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    if folder >= 0, let owner, !owner.mayHave(fileIn: folder, at: parts.folder) {
      throw ConfigurationProblem(
        """
        \(path) cannot be given to its user: its folder is neither theirs nor reached through folders of root's alone. \
        Nothing was written.
        """)
    }
    let handle = folder < 0 ? -1 : openat(folder, parts.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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
      let isOwned = owner.map { fchown(handle, $0.user, $0.group) == 0 } ?? true
      return isOwned && fsync(handle) == 0 && fsync(folder) == 0
    }
    guard isWhole else {
      unlinkat(folder, parts.name, 0)
      throw ConfigurationProblem("\(path) could not be written as a whole, and was removed.")
    }
  }
}
