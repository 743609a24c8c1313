import Encoding
import Foundation

/// A folder that only its owner can read, and that is there after a power cut as well.
public enum OwnerFolder {
  /// Makes the folder, and those above it, where they are missing.
  ///
  /// - Throws: `HandsError` with `unwritable` where it cannot be made.
  public static func make(_ path: String) throws(HandsError) {
    let files = FileManager.default
    if files.fileExists(atPath: path) { return }
    let above = PathParts(path).folder
    if above != path { try make(above) }
    do {
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw HandsError(.unwritable, "\(path) cannot be made.") }
    try sync(above)
  }

  /// Writes to the disk which files the folder has: until then a power cut can bring a file back that was replaced or
  /// removed, or take one that was made.
  ///
  /// - Throws: `HandsError` with `unwritable`.
  package static func sync(_ path: String) throws(HandsError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw HandsError(.unwritable, "\(path) cannot be opened.") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw HandsError(.unwritable, "\(path) cannot be written to the disk.") }
  }
  /// The same for the folder that a file stands in.
  public static func sync(around file: String) throws(HandsError) {
    try sync(PathParts(file).folder)
  }
}
