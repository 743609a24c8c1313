import Demo
import Foundation
import Model
import Store
import TestSite
import Testing

/// `latchstring copy`, while the site whose accounts it copies is running.
@Suite struct CopyCommandTests {
  @Test("a copy holds that moment's accounts, readable only by its owner; existing files are kept")
  func copy() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withSite(store: try SQLiteStore(path: folder + "/latchstring.sqlite")) { site in
      try await Visitor(site).register(with: DemoAuthenticator())
      let copy = folder + "/elsewhere"
      let made = try await Program.run("copy", copy, "--data", folder)
      #expect(made.status == 0 && made.output.contains(copy), "\(made)")
      #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
      let before = FileManager.default.contents(atPath: copy)

      try await Visitor(site).register("ana", with: DemoAuthenticator())
      let again = try await Program.run("copy", copy, "--data", folder)
      #expect(
        again.status == 2 && again.errors.contains("stands there already")
          && FileManager.default.contents(atPath: copy) == before)
      #expect(
        try await SQLiteStore(reading: copy).read { try $0.auditRows(from: 1, limit: 9).count } == 2,
        "of one account's making")
    }
  }

  @Test(
    "a copy's name may be one letter; what others take for standard output is refused")
  func shortNames() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try SQLiteStore(path: folder + "/latchstring.sqlite")
    let made = try await Program.shell("cd '\(folder)' && latchstring copy a --data .")
    #expect(made.status == 0 && FileManager.default.fileExists(atPath: folder + "/a"), "\(made)")
    let refused = try await Program.shell("cd '\(folder)' && latchstring copy - --data .")
    #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors == "latchstring: A copy goes into a file. Name one, such as ./accounts.copy.\n")
    #expect(!FileManager.default.fileExists(atPath: folder + "/-"))
  }

  @Test(
    "where there is nothing to copy, or nowhere to write to, it says so and leaves no file",
    arguments: ["/missing/copy", "/copy"])
  func nothing(file: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if file != "/copy" { _ = try SQLiteStore(path: folder + "/latchstring.sqlite") }
    let result = try await Program.run("copy", folder + file, "--data", folder)
    #expect(result.status == 2 && result.output == "" && result.errors.hasPrefix("latchstring: "), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: folder + file))
  }
}
