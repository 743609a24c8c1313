import Browser
import TestSite
import Testing

@Suite struct PasskeyOnlyTests {
  static let scenario = "Passkey-only login"

  /// The request is an ordinary one.
  @Test("B-07 B-08: a button without a field requests any passkey once, and signs in") func signsIn() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      #expect(try await visit.page.findAll("main input:not([type=hidden])").isEmpty)
      #expect(try await visit.page.findAll("main button").count == 1)
      #expect(try await visit.seen.calls().isEmpty, "nothing is asked before the button")
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      let call = try #require(try await visit.seen.calls().first)
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.modal])
      #expect(call.hasUserActivation && call.userVerification == "required" && call.rpID == "latchstring.localhost")
      try await visit.page.expectQuietConsole()
    }
  }

  @Test("B-26 B-27: after declining, the page says that nothing changed, and the button still works")
  func cancels() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setUserVerified(false)
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "No passkey was given. Nothing has changed.")
      #expect(try await visit.seen.calls().map(\.outcome) == [.rejected("NotAllowedError")])
      #expect(try await !visit.isSignedInOnServer())
      try await visit.key.setUserVerified(true)
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.modal, CredentialsCall.modal])
      #expect(Set(try await visit.seen.challenges()).count == 2, "each attempt has a challenge of its own")
      expectOneAtATime(try await visit.seen.calls())
    }
  }

  @Test("B-26: without any passkey the page shows an explanation and the button again") func none() async throws {
    try await withVisit { visit in
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "No passkey was given.")
      #expect(try await visit.page.find("main button").text == "Sign in with a passkey")
      #expect(try await !visit.isSignedInOnServer())
    }
  }

  /// The refusal is explained in a sentence.
  @Test("B-26 B-27: an invalid signature is rejected, and nobody is signed in") func bogus() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setFaults(.bogusSignature)
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "That didn't sign you in. Try again.")
      #expect(try await !visit.isSignedInOnServer())
      try await visit.key.setFaults([])
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
    }
  }

  @Test("B-27: a key without user verification is rejected, and the message says what to do")
  func unverified() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setFaults(.userNotVerified)
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "The key didn't check that it is you.")
      #expect(try await !visit.isSignedInOnServer())
    }
  }

  @Test("B-27: a passkey that belongs to no account is reported as unknown") func unknown() async throws {
    try await withVisit { visit in
      try await visit.register()
      _ = try await visit.holdStranger()
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "No account here knows that passkey.")
      #expect(try await !visit.isSignedInOnServer())
    }
  }

  @Test("E-14 B-27: a response is rejected after five minutes, but accepted just before") func expired() async throws {
    try await withVisit(script: Held.script) { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      for (seconds, sentence) in [(301.0, "That took longer than five minutes"), (295.0, "You're in, mirela.")] {
        try await Held.hold(visit.page)
        try await visit.page.press("Sign in with a passkey")
        try await visit.seen.recorder.wait(until: "an answer") { $0.last?.isPending == false }
        visit.site.clock.advance(seconds)
        try await Held.release(visit.page)
        try await visit.page.wait(forText: sentence)
        try await visit.seen.clear()
      }
    }
  }
}
