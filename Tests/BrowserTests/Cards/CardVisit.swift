import Browser
import Foundation
import LocalHands
import Logging
import Person
import SimulatedCard
import TestCards
import TestSite

/// A page, a site, and the hands of the computer in front of it: the real server on loopback, with a reader that a test puts cards into.
struct CardVisit {
  let site: TestSite
  let page: Page
  let reader: PlayedReader
  let codes: PairingCodes

  /// From the first page to the first word of the card's hands: they meet by the code that they show.
  func begin(_ button: String) async throws {
    try await page.go(to: site.origin)
    try await page.press(button)
  }
  func meet() async throws {
    try await page.wait(untilTrue: "!!document.querySelector('#handsCode')")
    try await page.type(codes.shown, into: "#handsCode")
    try await page.press("Continue")
  }
  /// A new value, twice.
  func choosePIN(_ pin: String) async throws {
    try await page.wait(untilTrue: "!!document.querySelector('#newPINAgain')")
    try await page.type(pin, into: "#newPIN")
    try await page.type(pin, into: "#newPINAgain")
    try await page.press("Continue")
  }
  func enterPIN(_ pin: String) async throws {
    try await page.wait(untilTrue: "!!document.querySelector('#pin')")
    try await page.type(pin, into: "#pin")
    try await page.press("Continue")
  }
  /// The text of an element, once there is some.
  func text(_ css: String) async throws -> String {
    try await page.wait(untilTrue: "!!document.querySelector('\(css)')?.textContent")
    return try await page.evaluate("document.querySelector('\(css)').textContent").string ?? ""
  }
  /// What a person writes down, and goes on: PUK and pairing password, then the phrase's words.
  func writeDown() async throws -> [String] {
    let secrets = [try await text("[data-card=puk]"), try await text("[data-card=pairing]")]
    try await page.click("#secretsSaved")
    try await page.press("Continue")
    try await page.wait(untilTrue: "!!document.querySelector('button[value*=pick]')")
    try await page.click("button[value*=pick]")
    try await page.wait(untilTrue: "document.querySelectorAll('.words li').length >= 12")
    let words = try await page.evaluate("[...document.querySelectorAll('.words li')].map((li) => li.textContent)").array ?? []
    try await page.click("#phraseSaved")
    try await page.press("Continue")
    return secrets + words.compactMap(\.string)
  }
}

func withCardVisit(_ body: (CardVisit) async throws -> Void) async throws {
  let port = try FreePort.find(), reader = PlayedReader(), codes = PairingCodes()
  let folder = FileManager.default.temporaryDirectory.appending(path: "hands-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let desk = CardDesk(source: reader, pairings: try PairingStore(path: nil), rehearsalFile: folder + "/rehearsal")
  try await withSite(change: { $0.hands = "http://127.0.0.1:\(port)" }) { site in
    let server = HandsServer(
      origins: [], homeOrigins: [site.origin], book: try TokenBook(path: folder + "/pages"), codes: codes, confirm: { _ in false },
      performer: { await desk.perform($0, from: $1) })
    let (running, signal) = AsyncStream<Void>.makeStream()
    var logger = Logger(label: "hands")
    logger.logLevel = .critical
    let application = server.application(port: port, logger: logger) { signal.finish() }
    let task = Task {
      defer { signal.finish() }
      try await application.run()
    }
    for await _ in running {}
    defer { task.cancel() }
    try await withPage { page in try await body(CardVisit(site: site, page: page, reader: reader, codes: codes)) }
  }
}
