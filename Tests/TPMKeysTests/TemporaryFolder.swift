import Foundation

/// A folder that goes when nobody holds it any more.
final class TemporaryFolder: Sendable {
  let path: String
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A key store's folder in it.
  var store: String { path + "/store" }

  /// All that stands in the store's folder, to be put back later.
  func copy(as name: String) throws { try FileManager.default.copyItem(atPath: store, toPath: "\(path)/\(name)") }
  func putBack(_ name: String) throws {
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: store)
  }
}
