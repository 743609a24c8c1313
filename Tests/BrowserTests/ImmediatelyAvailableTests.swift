import Browser
import TestSite
import Testing

@Suite struct ImmediatelyAvailableTests {
  static let scenario = "preferImmediatelyAvailableCredentials mode"

  /// The request has user activation.
  @Test("B-19 B-20: the button requests any local passkey in immediate mode, and signs in")
  func signsIn() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      #expect(try await visit.seen.calls().isEmpty)
      try await visit.page.press("Sign in")
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.immediate])
      #expect(try await visit.seen.calls().first?.hasUserActivation == true)
      try await visit.page.expectQuietConsole()
    }
  }

  @Test("B-21: having no local passkey is not an error, and the page offers a way to continue")
  func noneHere() async throws {
    try await withVisit { visit in
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in")
      try await visit.page.wait(forText: "No passkey here. That's fine.")
      #expect(try await visit.seen.calls().map(\.outcome) == [.rejected("NotAllowedError")])
      #expect(try await visit.page.findAll(".banner, [role=alert]").isEmpty)
      try await visit.page.press("Sign in with a passkey")
      try await visit.seen.wait(until: [CredentialsCall.immediate, CredentialsCall.modal])
      expectOneAtATime(try await visit.seen.calls())
    }
  }

  /// The page says so.
  @Test("B-20: a browser without immediate mode gets the ordinary request instead")
  func cannotCheck() async throws {
    let script = """
      const known = PublicKeyCredential.getClientCapabilities;
      PublicKeyCredential.getClientCapabilities = async () =>
        ({ ...(await known.call(PublicKeyCredential)), immediateGet: false });
      """
    try await withVisit(script: script) { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      try await visit.page.press("Sign in")
      try await visit.page.wait(forText: "This browser can't check silently")
      #expect(try await visit.seen.calls().isEmpty)
      #expect(try await visit.page.findAll(".banner.is-error").isEmpty)
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.modal])
    }
  }
}
