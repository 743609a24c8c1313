import Browser
import Foundation
import TestSite
import Testing

@Suite("waysback.js in the browser") struct WaysBackTests {
  @Test("waysback.js answers 3,500 losses of 500 drawn accounts as the server does")
  func vectors() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
    let check = try String(contentsOf: folder.appending(path: "waysback-check.js"), encoding: .utf8)
    let vectors = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: folder.appending(path: "waysback.json")))
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        let answer = try await page.run(
          check + "\nreturn check(await import('/waysback.js'), arguments[0]);", vectors)
        #expect(answer["failures"] == [])
        #expect(answer["checked"] == 7500)
      }
    }
  }
}
