import Foundation
import Testing

@testable import PasskeyHands

/// What the Debian package tells Chromium, beside what `latchstring keys install-browser` does.
@Suite struct PackagedHostTests {
  private let folder = TestFolder()
  private static let debian = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../debian")
    .standardizedFileURL

  @Test("the package starts the same program for the same extension as an installation for one person does")
  func same() throws {
    let keys = KeysFolder(in: folder.path("data")), installation = BrowserInstallation(folder: keys)
    try keys.make()
    let files = folder.path("files")
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    try installation.prepare(program: "/usr/bin/latchstring", arguments: [], extension: files)
    let script = try text(Self.debian.appending(path: "keys-host")).filter { !$0.hasPrefix("# ") }
    #expect(try text(URL(filePath: keys.host)).map { $0.replacing("'", with: "") } == script)

    let written = try installation.install(in: InstalledBrowser(name: "Chromium", folder: folder.path("chromium")))
    var own = try members(URL(filePath: written))
    let packaged = try members(Self.debian.appending(path: "org.latchstring.keys.json"))
    #expect(own["path"] as? String == keys.host && packaged["path"] as? String == "/usr/lib/latchstring/keys-host")
    own["path"] = packaged["path"]
    #expect(own as NSDictionary == packaged as NSDictionary)
  }

  private func text(_ file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }
  private func members(_ file: URL) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }
}
