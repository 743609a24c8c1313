import Foundation
import Store
import TestSite
import Testing

/// `latchstring` beside a database that it must not write to.
@Suite struct UnreadableDatabaseTests {
  @Test("home and serve start on no emptied database, and say so in one sentence") func emptied() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "hands"), withIntermediateDirectories: true)
    let file = folder.appending(path: "latchstring.sqlite").path
    FileManager.default.createFile(atPath: file, contents: Data())
    let sentence = "latchstring: The database cannot be opened: \(file) is empty, and other things stand beside it. "
    for command in ["home", "serve"] {
      let result = try await Program.shell(
        "latchstring \(command) --data '\(folder.path)'",
        environment: ["LATCHSTRING_PORT": "\(try FreePort.find())", "LATCHSTRING_RP_ID": "example.org"])
      #expect(result.status != 0 && result.errors.hasPrefix(sentence), "\(command) \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(FileManager.default.contents(atPath: file) == Data())
  }
}
