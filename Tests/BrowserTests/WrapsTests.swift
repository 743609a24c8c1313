import Browser
import Foundation
import TestSite
import Testing

@Suite("wraps.js in the browser") struct WrapsTests {
  /// Each tampered text and each attack is refused for its own reason.
  @Test("wraps.js derives, writes and opens the vectors, and rejects each attack as expected")
  func vectors() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
    let check = try String(contentsOf: folder.appending(path: "wraps-check.js"), encoding: .utf8)
    let vectors = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: folder.appending(path: "wraps.json")))
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        let answer = try await page.run(
          check + "\nreturn check(await \(ours("wraps.js")), await \(ours("master-keys.js")), arguments[0]);", vectors)
        #expect(answer["failures"] == [])
        let refused = try #require(vectors["refused"].array)
        let judged = try #require(vectors["judged"]["rows"].array)
        #expect(
          try #require(answer["checked"].int) > refused.count + judged.count, "not only what is refused was tried")
      }
    }
  }
}
