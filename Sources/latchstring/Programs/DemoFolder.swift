import Foundation
import Model

/// The folder of a demo's hands and practice providers, which ends with the demo.
struct DemoFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "latchstring-demo-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw ConfigurationProblem("No folder for the demo can be made in \(NSTemporaryDirectory()).") }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
