import Browser
import Person
import TestProvider
import Testing

/// A person has lost everything except their identity, and providers let them back in.
@Suite struct EscrowRoundTests {
  static let entry = "The spare is at Ana's."

  /// Three providers are paid; the new browser has neither key nor paper.
  @Test("C-02 C-39 C-43 C-51 C-61 C-66 G-33: after paid and tried set-up a new browser can open the journal")
  func round() async throws {
    try await withEscrowPlace { place in
      var program: ClockProgram?
      try await place.visit { visit in
        try await visit.makeAccount(writing: Self.entry)
        program = try await visit.setUp(triesAddress: true)
      }
      let clock = try #require(program)
      try await place.visit { visit in
        try await visit.findBackup()
        let way = try #require(try await visit.ways().first)
        try await visit.finish(way, clock)
        #expect(Set(try await visit.enrollAnew()).count > 6)
        for name in ["yellow", "black", "Passkey from sign-up"] {
          try await visit.page.wait(forText: "“\(name)”")
        }
        try await visit.openJournal(with: Self.entry)
        let errors = try await visit.page.consoleErrors()
        #expect(errors == [])
      }
    }
  }
}
