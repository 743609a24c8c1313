import Foundation
import Model
import Testing

/// How an unreadable file is reported.
@Suite struct FileLookTests {
  @Test("a file without read permission is not reported as missing") func refusals() {
    for number in [ENOENT, ENOTDIR] { #expect(FileLook(refusal: number) == .missing) }
    #expect(FileLook(refusal: EISDIR) == .folder)
    for number in [EACCES, EPERM, ELOOP, ENAMETOOLONG, EIO, EMFILE] {
      let sentence = FileLook(refusal: number).sentence("/a", "database at ")?.english ?? ""
      #expect(sentence.hasPrefix("/a cannot be read: ") && !sentence.contains("There is no"), "\(sentence)")
    }
  }

  @Test("a file, a folder, a missing path and an unreadable path are distinguished") func looks() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("x".utf8).write(to: URL(filePath: folder + "/file"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/circle", withDestinationPath: folder + "/circle")
    #expect(FileLook(at: folder + "/file") == .readable && FileLook(at: folder) == .folder)
    #expect(FileLook(at: folder + "/none") == .missing && FileLook(at: folder + "/file/none") == .missing)
    #expect(FileLook(at: folder + "/circle") == .unreadable("its links lead in a circle"))
  }

  @Test("audit, copy and provider review do not report an unreadable database as missing")
  func databases() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // The user who runs the tests may be able to read everything, but nobody can follow a circle of links.
    for name in ["latchstring", "provider"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(name).sqlite", withDestinationPath: "\(name).sqlite")
    }
    let said = "\(folder)/latchstring.sqlite cannot be read: its links lead in a circle."
    let audit = try await Program.run("audit", "verify", "--json", "--data", folder)
    #expect(audit.status == 2 && audit.output == "{\"code\":\"unreadable\",\"message\":\"\(said)\"}\n", "\(audit)")
    let copy = try await Program.run("copy", folder + "/copy", "--data", folder)
    #expect(copy.status == 2 && copy.errors == "latchstring: \(said)\n", "\(copy)")
    let review = try await Program.run("provider", "review", "--list", "--data", folder)
    #expect(review.status == 1 && review.errors.contains("provider.sqlite cannot be read: "), "\(review)")
  }
}
