import Browser
import TestSite
import Testing

@Suite struct AutoFillPasskeyOnlyTests {
  static let scenario = "AutoFill Passkey-only"

  /// The conditional request accepts any passkey, and signs in.
  @Test("M-11 B-11 B-12 B-13 B-31: only a field appears; the request starts at once")
  func signsIn() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setPresence(false)
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      let page = visit.page
      #expect(try await page.findAll("main button").isEmpty)
      #expect(try await page.findAll("main input:not([type=hidden])").count == 1)
      #expect(try await page.find("#username").attribute("autocomplete") == "username webauthn")
      #expect(try await visit.seen.calls().first?.isPending == true)
      try await page.click("#username")
      try await page.type("mir", into: "#username")
      try await page.press(key: .enter)
      #expect(try await page.find("#username").property("value") == "mir", "Enter does nothing here")
      #expect(try await visit.seen.calls().map(\.isPending) == [true])
      try await visit.key.setPresence(true)
      try await page.reload()
      try await visit.isSignedIn()
      #expect(
        try await visit.seen.calls().map(\.spelled) == [CredentialsCall.conditional, CredentialsCall.conditional])
      try await page.expectQuietConsole()
    }
  }

  @Test("B-32 B-34: going back aborts the pending request and waits for its end before leaving")
  func leaves() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setPresence(false)
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      let left = try await visit.seen.events("leave").count
      try await visit.page.press("Lab")
      try await visit.page.wait(forText: "Six ways to sign in")
      let call = try #require(try await visit.seen.calls().first)
      let leave = try #require(try await visit.seen.events("leave").dropFirst(left).first?["sequence"].int)
      let aborted = try #require(call.abortedAt), settled = try #require(call.settledAt)
      #expect(aborted < settled && settled < leave)
      #expect(call.outcome == .rejected("AbortError"))
    }
  }

  @Test("B-32: Back or a new address also aborts the request; the next page can start its own")
  func navigates() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setPresence(false)
      for isBack in [true, false] {
        try await visit.choose(Self.scenario)
        try await visit.seen.wait(until: [CredentialsCall.conditional])
        if isBack { try await visit.page.back() } else { try await visit.page.go(to: visit.site.origin + "/") }
        try await visit.page.wait(untilTrue: "!location.pathname.startsWith('/flow/')")
        #expect(try await visit.seen.calls().first?.abortedAt != nil)
        try await visit.seen.clear()
      }
      try await visit.key.setPresence(true)
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
    }
  }

  @Test("B-38 B-39: a server's refusal is shown, and a request with a fresh challenge starts")
  func refused() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setFaults(.bogusSignature)
      try await visit.choose(Self.scenario)
      try await visit.page.wait(forText: "That didn't sign you in. Try again.")
      try await visit.key.setPresence(false)
      try await visit.seen.recorder.wait(until: "a pending request") { $0.count > 1 && $0.last?.isPending == true }
      let calls = try await visit.seen.calls(), challenges = try await visit.seen.challenges()
      #expect(Set(calls.map(\.spelled)) == [CredentialsCall.conditional])
      #expect(challenges.count == calls.count && Set(challenges).count == challenges.count)
      expectOneAtATime(calls)
      #expect(try await !visit.isSignedInOnServer())
    }
  }

  /// The new request has a fresh challenge.
  @Test("B-38 B-39: dismissing the list shows no error, and the request starts again")
  func dismissed() async throws {
    // An authenticator without a passkey returns NotAllowedError at once, as a dismissed list does.
    try await withVisit { visit in
      try await visit.choose(Self.scenario)
      try await visit.seen.recorder.wait(until: "a second request") { $0.count >= 2 }
      let calls = try await visit.seen.calls(), challenges = try await visit.seen.challenges()
      #expect(calls.first?.outcome == .rejected("NotAllowedError"))
      #expect(Set(calls.map(\.spelled)) == [CredentialsCall.conditional] && Set(challenges).count == challenges.count)
      expectOneAtATime(calls)
      #expect(try await visit.page.findAll(".banner, [role=alert]").isEmpty)
      #expect(try await visit.page.evaluate("document.getElementById('live').textContent") == "")
    }
  }
}
