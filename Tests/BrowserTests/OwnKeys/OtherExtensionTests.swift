import Browser
import Crypto
import Foundation
import TestKeys
import Testing

/// Chromium lets only one extension answer passkey requests: the first to claim them.
@Suite struct OtherExtensionTests {
  /// An extension that can answer passkey requests, and does nothing by itself.
  private static func makeOther(in folder: String) throws {
    let manifest =
      #"{"manifest_version": 3, "name": "Other", "version": "1", "permissions": ["webAuthenticationProxy"]}"#
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: URL(filePath: folder + "/manifest.json"))
    try Data("<!doctype html><title>Other</title>".utf8).write(to: URL(filePath: folder + "/page.html"))
  }

  /// Chromium's id for an unpacked extension, which has no key of its own.
  private static func id(of folder: String) -> String {
    let letters = SHA256.hash(data: Data(folder.utf8)).prefix(16).flatMap { [$0 >> 4, $0 & 15] }.map {
      UnicodeScalar(UInt8(ascii: "a") + $0)
    }
    return String(String.UnicodeScalarView(letters))
  }

  /// The extension's button says so.
  @Test("while another extension answers, ours says so, and takes over once the other one leaves")
  func other() async throws {
    try await withOwnKeys(beside: Self.makeOther) { browser in
      let page = browser.page, action = try await browser.action()
      try await page.go(to: "chrome-extension://\(Self.id(of: browser.home.folder + "/other"))/page.html")
      try await action.press("Use a security key instead")
      try await action.wait(forText: "The browser’s own dialog answers passkey requests for a moment.")
      try await page.run("await chrome.webAuthenticationProxy.attach()")
      try await action.press("Let Latchstring answer")
      try await action.wait(forText: "Another extension answers passkey requests. Switch it off there first.")
      try await action.wait(untilTrue: "await chrome.action.getBadgeText({}) === '!'")

      try await page.run("await chrome.webAuthenticationProxy.detach()")
      try await action.press("Let Latchstring answer")
      try await action.wait(forText: "Latchstring answers passkey requests.")
      try await action.wait(untilTrue: "await chrome.action.getBadgeText({}) === ''")
    }
  }
}
