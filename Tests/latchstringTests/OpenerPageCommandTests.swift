import Foundation
import TestSite
import Testing

/// `latchstring opener --write` and `--verify`: whether the page that opens a copy is ours.
@Suite struct OpenerPageCommandTests {
  private func withFolder(_ body: (_ folder: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  @Test("the page that is written, and the one that a site serves, are said to be ours; one changed byte is not")
  func verify() async throws {
    try await withFolder { folder in
      let file = folder + "/opener.html", served = folder + "/served.html", changed = folder + "/changed.html"
      let written = try await Program.run("opener", "--write", file)
      #expect(written.status == 0 && written.output.contains(file), "\(written)")
      let own = try await Program.run("opener", "--verify", file)
      #expect(own.status == 0 && own.output.contains("is exactly the opener of Latchstring"), "\(own)")

      try await withSite { site in
        try Data(try await Visitor(site).get("/opener.html").body).write(to: URL(filePath: served))
      }
      #expect(try await Program.run("opener", "--verify", served).status == 0)

      var bytes = try Data(contentsOf: URL(filePath: file))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(filePath: changed))
      let refused = try await Program.run("opener", "--verify", changed)
      #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("its bytes are different"), "\(refused)")
    }
  }

  @Test("a file that is there already is kept") func kept() async throws {
    try await withFolder { folder in
      let file = folder + "/opener.html"
      try Data("mine".utf8).write(to: URL(filePath: file))
      let refused = try await Program.run("opener", "--write", file)
      #expect(refused.status != 0 && refused.output.isEmpty && !refused.errors.isEmpty, "\(refused)")
      #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    }
  }
}
