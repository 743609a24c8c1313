import Browser
import Foundation
import Person
import TestProvider
import Testing

/// A person's identity, and the ways in which they prove it, stay on their computer.
@Suite struct EscrowSecretsTests {
  /// They hold no attribute, address, question, answer, code or key.
  @Test("C-23: the site's requests and log contain no typed text, and nothing the hands store")
  func nothingSent() async throws {
    try await withEscrowPlace { place in
      var kept = "", clock: ClockProgram?
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await visit.beginSetUp()
        try await visit.meet()
        try await visit.identify()
        clock = try await visit.addMethods()
        try await visit.confirmCost()
        kept += place.computer.kept
        try await visit.payAtTill()
        try await visit.seal()
        kept += place.computer.kept
        try await visit.beginDrill()
        try await visit.finishDrill(try #require(clock), until: "This way works.")
        kept += place.computer.kept
      }
      let program = try #require(clock)
      try await place.visit { visit in
        try await visit.findBackup()
        let checks = Set(try await visit.ways().joined()).sorted { $0.kind < $1.kind }
        for kind in ["E-mail", "Security question"] {
          try await visit.pass(try #require(checks.first { $0.kind == kind }), program)
        }
        _ = try await visit.page.find("body")
        kept += place.computer.kept
      }
      let requests = place.site.wiretap.requests,
        said = Self.plain((requests + place.site.log.lines).joined(separator: "\n"))
      #expect(
        requests.contains { $0.contains("/news") && $0.contains("escrow") }, "the conversation went through the site")
      #expect(said.contains("identifying.country.ch"), "what is no secret is found by the same search")
      let codes = place.providers.flatMap(\.provider.outbox.letters).map(\.code)
      #expect(codes.count > 0)
      let phone = EscrowVisit.phone,
        words = EscrowVisit.attributes.values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
      let secrets =
        words + [
          "756123456789", EscrowVisit.question, EscrowVisit.answer, "walnut", EscrowVisit.email, phone,
          phone.filter(\.isNumber),
        ]
        + codes + codes.map { $0.filter(\.isNumber) } + Self.names(in: kept)
      for secret in secrets { #expect(!said.contains(Self.plain(secret)), "\(secret) was told to the site") }
    }
  }

  /// The plain form of a text: form encoding is undone, and case and spaces are ignored.
  private static func plain(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { String($0).replacing("+", with: " ") }
    return lines.map { $0.removingPercentEncoding ?? $0 }.joined().lowercased().filter { !$0.isWhitespace }
  }

  /// Names of accounts and of parts, keys and hashes, as written by the hands: 32 bytes or more in Crockford's Base32.
  private static func names(in kept: String) -> [String] {
    let found = kept.matches(of: /"([0-9A-HJKMNP-TV-Z]{52,})"/).map { String($0.1) }
    #expect(found.count > 10)
    return Array(Set(found))
  }
}
