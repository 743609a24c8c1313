import Demo
import Foundation
import Model
import TestProgram
import TestSite
import Testing

@testable import Store

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

  @Test("a folder of copies keeps the newest ones and every other file, and they count for nobody") func folder()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    let copies = folder + "/copies"
    try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let old = ["2026-01-02T030000", "2026-01-03T030000", "2026-01-04T030000"].map { "accounts-\($0).sqlite" }
    let others = ["accounts-2026.sqlite", "notes.txt"]
    for name in old + others { try Data("old".utf8).write(to: URL(filePath: "\(copies)/\(name)")) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    let made = try await Program.run("copy", "--into", copies, "--keep", "2", "--data", folder)
    #expect(made.status == 0 && made.output.contains("Older copies deleted: 2."), "\(made)")
    let left = try FileManager.default.contentsOfDirectory(atPath: copies).sorted()
    let new = try #require(left.first { !(old + others).contains($0) })
    #expect(left.count == 4 && Set(left) == Set([old[2], new] + others), "\(left)")
    #expect(try await SQLiteStore(reading: "\(copies)/\(new)").read { try $0.accounts(limit: 1).isEmpty })
    #expect(try await store.read { try $0.copies().isEmpty })
    let nothing = try await Program.run("copy", "--into", copies, "--keep", "0", "--data", folder)
    #expect(nothing.status != 0 && nothing.errors.contains("a number from 1"), "\(nothing)")
  }

  @Test("home counts a copy where its owner keeps it, and one kept nowhere as lost with this computer")
  func noted() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withSite(store: try SQLiteStore(path: folder + "/latchstring.sqlite")) { site in
      try await Visitor(site).register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      let copy = folder + "/elsewhere"
      #expect(try await Program.run("copy", copy, "--data", folder).output.contains("--check --at"))
      #expect(try await ways(folder, losing: "this computer").contains("Without this computer: Locked out."))
      let said = try await Program.run("copy", copy, "--check", "--at", "the office", "--data", folder)
      #expect(said.status == 0 && said.output.contains("kept at the office"), "\(said)")
      #expect(try await ways(folder, losing: "this computer").contains("Without this computer: In."))
      #expect(try await ways(folder).contains("Copy of the accounts at the office"))

      let gone = try await Program.run("copy", "--gone", "the office", "--data", folder)
      #expect(gone.status == 0 && gone.output == "The copy at the office no longer counts.\n", "\(gone)")
      #expect(try await ways(folder, losing: "this computer").contains("Without this computer: Locked out."))
      #expect(try await Program.run("copy", "--gone", "the office", "--data", folder).status == 2)
    }
  }

  @Test("two copies of one moment lie at two places; one that is checked elsewhere was moved, and a new one lies here")
  func twoPlaces() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    try await withSite(store: store) { _ = try await Visitor($0).register(with: DemoAuthenticator()) }
    func places() async throws -> [String] { try await store.read { try $0.copies().map { $0.place ?? "here" } } }
    func copy(_ arguments: String...) async throws -> TestProgram.Outcome {
      let made = try await Program.run(["copy"] + arguments + ["--data", folder])
      #expect(made.status == 0, "\(made)")
      return made
    }
    _ = try await copy(folder + "/a", "--at", "the office")
    _ = try await copy(folder + "/b", "--at", "home")
    #expect(try await places() == ["home", "the office"])
    let third = try await copy(folder + "/my copy")
    #expect(third.output.contains("latchstring copy '\(folder)/my copy'"), "\(third)")
    #expect(try await places() == ["here", "home", "the office"])
    _ = try await copy(folder + "/my copy", "--check", "--at", "the bank")
    #expect(try await places() == ["home", "the bank", "the office"], "it was taken there")
  }

  @Test("a copy from an older version is read back, and stays as it is") func older() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/old.copy"
    _ = try SQLiteStore(path: folder + "/latchstring.sqlite")
    _ = try SQLiteDatabase(path: file, having: "accounts", Array(Migrations.steps.dropLast()))
    let before = FileManager.default.contents(atPath: file)
    let checked = try await Program.run("copy", file, "--check", "--data", folder)
    #expect(checked.status == 0 && checked.output.contains("is a good copy"), "\(checked)")
    #expect(FileManager.default.contents(atPath: file) == before)
  }

  private func ways(_ folder: String, losing lost: String? = nil) async throws -> String {
    let result = try await Program.run(
      ["ways", "--data", folder] + (lost.map { ["--lose", $0] } ?? []))
    return result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("a copy that is damaged, cut short or of other accounts is not a copy, and is not counted")
  func damaged() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    let others = folder + "/others"
    try FileManager.default.createDirectory(atPath: others, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite"), file = folder + "/copy"
    try await withSite(store: store) { _ = try await Visitor($0).register(with: DemoAuthenticator()) }
    try await withSite(store: try SQLiteStore(path: others + "/latchstring.sqlite")) {
      _ = try await Visitor($0).register(with: DemoAuthenticator())
    }
    try await store.copy(to: file)
    let whole = try #require(FileManager.default.contents(atPath: file))
    func check(_ data: Data) async throws -> String {
      try data.write(to: URL(filePath: file))
      let result = try await Program.run("copy", file, "--check", "--at", "the office", "--data", folder)
      #expect(result.status == 2 && result.output.isEmpty, "\(result)")
      return result.errors
    }
    #expect(try await check(whole.prefix(whole.count / 2)).contains("can't be used as a copy"))
    var flipped = whole
    let changed = try #require(flipped.range(of: Data("account_created".utf8)))
    flipped[changed.lowerBound] ^= 1
    #expect(try await check(flipped).contains("can't be used as a copy"))
    #expect(try await check(Data("no database".utf8)).contains("can't be used as a copy"))
    let foreign = try await Program.run("copy", others + "/copy", "--data", others)
    #expect(foreign.status == 0, "\(foreign)")
    let refused = try await Program.run("copy", others + "/copy", "--check", "--data", folder)
    #expect(refused.status == 2 && refused.errors.contains("is not a copy of the accounts on this computer"))
    #expect(try await store.read { try $0.copies() }.isEmpty)
  }
}
