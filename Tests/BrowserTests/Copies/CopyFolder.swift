import Browser
import Foundation
import Person
import Testing

/// A folder of a person's own, with the copies of a journal that they saved and the opener beside them.
final class CopyFolder {
  let path: String
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "latchstring-copies-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Saves the copy and the opener that the page offers, and returns the paths of both.
  func save(from page: Page, as name: String) async throws -> (copy: String, opener: String) {
    try await page.saveDownloads(in: path)
    let offered = try #require(try await page.evaluate("document.querySelector('[data-taken=save]').download").string)
    #expect(try offered.wholeMatch(of: Regex(#"latchstring-mirela-\d{4}-\d{2}-\d{2}\.json"#)) != nil, "\(offered)")
    let copy = "\(path)/\(name).json", opener = "\(path)/opener.html"
    #expect(try await page.findAll("[data-problem]").isEmpty, "nothing went wrong")
    #expect(try await !page.find("#saved-copy").isDisplayed, "before there is a file")
    try await page.click("[data-taken=save]")
    try await arrives(offered, on: page)
    try FileManager.default.moveItem(atPath: "\(path)/\(offered)", toPath: copy)
    try await page.wait(forText: "Your journal notes this copy.")
    try await page.find("#saved-copy").type(copy)
    try await page.wait(forText: "Read back: this file is your copy, and it is whole.")
    if !FileManager.default.fileExists(atPath: opener) {
      try await page.click("a[href='/opener.html']")
      try await arrives("opener.html", on: page)
    }
    return (copy, opener)
  }

  /// Waits until a download is whole: until then, it has another name.
  func arrives(_ name: String, on page: Page) async throws {
    let file = "\(path)/\(name)"
    try await page.wait(until: "\(name) to be saved") { FileManager.default.fileExists(atPath: file) }
  }

  func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
  /// Writes another file beside the copies, and returns its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}

extension KeyRing {
  /// Takes a copy of the journal in the recovery room, with this key.
  func takeCopy(_ key: VirtualAuthenticator) async throws {
    try await page.enter(.recovery)
    try await page.press("Make a copy of your journal")
    try await page.wait(forText: "First, confirm that it's you.")
    try await hold(key)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Your copy is made. This page read it back, and everything in it opened.")
  }
  /// Adds a person to the journal that is open.
  func add(person name: String, _ note: String) async throws {
    try await page.type(name, into: "#person-name")
    try await page.type(note, into: "#person-note")
    try await page.press("Add to the list")
    try await page.wait(forText: "Added.")
  }
}
