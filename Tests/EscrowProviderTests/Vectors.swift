import Foundation

/// The folder that `LATCHSTRING_VECTORS` names holds more than a repository can.
enum Vectors {
  static let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"].map {
    URL(filePath: $0).appending(path: "anastasis")
  }
  static func read(_ name: String) throws -> Data? { try folder.map { try Data(contentsOf: $0.appending(path: name)) } }
}
