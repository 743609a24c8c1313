import Browser
import Foundation
import TestSite
import Testing

@Suite("waysback.js in the browser") struct WaysBackTests {
  @Test("500 drawn accounts: the page's picture, sentences, steps and 3,500 losses are the server's")
  func vectors() async throws {
    let answer = try await check(
      "waysback", calling: "check", of: ["waysback.js", "picture.js", "summary.js", "advice.js"])
    #expect(answer["failures"] == [])
    #expect(answer["checked"] == 11000)
  }

  @Test("300 drawn accounts: who else gets in is to the page what it is to the server") func otherSide() async throws {
    let answer = try await check(
      "other-side", calling: "checkOtherSide", of: ["other-side.js", "other-side-sentence.js"])
    #expect(answer["failures"] == [])
    #expect(answer["checked"] == 2960)
  }

  /// Checks the functions of a page's modules against vectors.
  private func check(_ vectors: String, calling name: String, of modules: [String]) async throws -> JSON {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
    let check = try String(contentsOf: folder.appending(path: "\(vectors)-check.js"), encoding: .utf8)
    let wanted = try JSONDecoder().decode(
      JSON.self, from: Data(contentsOf: folder.appending(path: "\(vectors).json")))
    let list = modules.map(ours).joined(separator: ", ")
    return try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        return try await page.run(
          check + """
            return \(name)(Object.assign({}, ...await Promise.all([\(list)])), arguments[0]);
            """, wanted)
      }
    }
  }

  @Test("60 plans: the page says of providers and parts what the server's room says") func trials() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
    let file = try Data(contentsOf: folder.appending(path: "escrow-trials.json"))
    let vectors = try JSONDecoder().decode(JSON.self, from: file)
    try await withSite { site in
      try await withPage { page in
        try await page.go(to: site.origin + "/")
        let wrong = try await page.run(
          """
          const { trialsOf, standingOf, endsSoon } = await \(ours("escrow-plan.js"));
          return arguments[0].filter(({ today, providers, parts, trials }) => {
            const found = trialsOf({ providers, parts, policies: [], places: {} }).map((trial) => {
              const { is, day } = standingOf(trial, today), { kind, number } = trial;
              return [kind, number, is, day ?? null, endsSoon(trial, today)];
            });
            const wanted = trials.map(({ kind, number, is, day, endsSoon }) => [kind, number, is, day ?? null, endsSoon]);
            return JSON.stringify(found) !== JSON.stringify(wanted);
          }).length;
          """, vectors)
        #expect(wrong == 0)
      }
    }
  }
}
