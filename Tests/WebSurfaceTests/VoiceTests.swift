import Demo
import Foundation
import Model
import TestSite
import Testing

/// Tests who speaks, in which voice, and about which device.
@Suite struct VoiceTests {
  private static let flows = [
    "enrollment", "recovery-code", "journal", "password", "revocation", "lost-key", "recovery", "passkey-only",
    "registration",
  ]

  /// The page of a newly opened flow.
  private func page(_ flow: String, _ visitor: Visitor) async throws -> String {
    let run = try #require(try await visitor.submit("/start/\(flow)", ["from": "/settings/keys"]).header("location"))
    _ = try await visitor.open(run)
    return try await visitor.get(run, accept: "text/html").text
  }

  @Test("A-07: a page's voice suits its moment: hearth to invite, working for steps, plain for loss")
  func registers() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      for (flow, register) in [
        ("enrollment", "working"), ("journal", "working"), ("lost-key", "plain"), ("recovery", "plain"),
        ("revocation", "plain"),
      ] {
        let page = try await page(flow, visitor)
        #expect(
          page.contains("<body class=\"sheet \(register)\">")
            && page.contains("data-register=\"\(register)\" data-screen="), "\(flow)")
      }
      let settings = try await visitor.get("/settings/keys", accept: "text/html").text
      #expect(
        settings.contains("<body class=\"sheet working\">")
          && settings.contains("<article class=\"card is-entry\" data-register=\"hearth\">"))
      for path in ["/", "/account"] {
        #expect(
          try await visitor.get(path, accept: "text/html").text.contains("<body class=\"sheet hearth\">"), "\(path)")
      }
    }
  }

  @Test("A-15: every screen names the speaker before the sentence, from one place in the code") func speaker()
    async throws
  {
    #expect(Product.voice == "Cocotte")
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      for flow in Self.flows {
        #expect(
          try await page(flow, visitor).contains("<p class=\"who\">Cocotte</p>\n<h1 class=\"say\" tabindex=\"-1\">"),
          "\(flow)")
      }
      for path in ["/account", "/account/what-if", "/settings/keys", "/nothing-here"] {
        #expect(
          try await visitor.get(path, accept: "text/html").text.contains(
            /<p class="who">Cocotte<\/p>\n?<(?:p|h1) class="say"/), "\(path)")
      }
    }
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
      .standardizedFileURL
    let files =
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let naming = files.filter { (try? String(contentsOf: $0, encoding: .utf8))?.contains("Cocotte") == true }
    #expect(files.count > 100 && naming.map { $0.path.dropFirst(sources.path.count) } == ["/Model/Product.swift"])
  }

  @Test("A-16: a phone says where to hold the key, and a computer where to put it")
  func phone() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      let run = try #require(
        try await visitor.submit("/start/enrollment", ["from": "/settings/keys"]).header("location"))
      let opened = try await visitor.open(run)
      let page = try await visitor.get(run, accept: "text/html").text
      let action = try #require(page.firstMatch(of: /value="([^"]*confirm[^"]*)"/)?.1)
      let start = try #require(try await visitor.press(String(action), on: run, at: opened.revision).start)
      let answer = try #require(try key.get(start.options, origin: site.origin))
      _ = try await visitor.report(["ticket": start.ticket, "reply": "key.given", "credential": answer], on: run)
      let held = "Hold your key against the top of your phone. Tap when you feel the haptic."
      let put = "Put your key in a USB port. Touch it when it lights up."
      for (headers, sentence, other) in [
        (
          [
            "User-Agent":
              "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148"
          ], held, put
        ),
        (
          [
            "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0",
            "Sec-CH-UA-Mobile": "?1",
          ], held, put
        ),
        (
          [
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Sec-CH-UA-Mobile": "?0",
          ], put, held
        ),
        ([:], put, held),
      ] {
        let page = try await visitor.get(run, accept: "text/html", headers: headers).text
        #expect(page.contains("1 of 4") && page.contains(sentence) && !page.contains(other), "\(headers)")
      }
    }
  }
}
