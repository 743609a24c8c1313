import Foundation

/// Vectors too large for a repository, in the folder named by `LATCHSTRING_VECTORS`.
enum Vectors {
  static let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"].map {
    URL(filePath: $0).appending(path: "anastasis")
  }
  static func read(_ name: String) throws -> Data? { try folder.map { try Data(contentsOf: $0.appending(path: name)) } }
}
