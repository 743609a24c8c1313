import Foundation
import Testing

@testable import ProgramFiles

/// Where the program looks for its files.
struct ProgramFilesTests {
  @Test("Files beside the program come first; an installed program has them in share", arguments: [true, false])
  func places(isBuild: Bool) throws {
    let prefix = FileManager.default.temporaryDirectory.appending(path: "latchstring-files-\(UUID())")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let beside = prefix.appending(path: "bin/latchstring_Room.resources")
    let shared = prefix.appending(path: "share/latchstring/latchstring_Room.resources")
    for folder in isBuild ? [beside, shared] : [shared] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(at: prefix.appending(path: "bin"), withIntermediateDirectories: true)
    let found = ProgramFiles.file("latchstring_Room.resources", for: prefix.appending(path: "bin/latchstring"))
    #expect(found.standardizedFileURL.path == (isBuild ? beside : shared).standardizedFileURL.path)
  }

  @Test("Where there are none, the place beside the program is named")
  func none() {
    let found = ProgramFiles.file("latchstring_Room.resources", for: URL(filePath: "/nowhere/bin/latchstring"))
    #expect(found.path == "/nowhere/bin/latchstring_Room.resources")
  }
}
