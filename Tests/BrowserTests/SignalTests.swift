import Browser
import Foundation
import Model
import TestSite
import Testing

@Suite struct SignalTests {
  /// Waits for a call, and returns its argument.
  private func signal(_ name: String, _ visit: Visit) async throws -> JSON {
    try await visit.page.wait(until: name) {
      try await visit.seen.events("signal").contains { $0["name"].string == name }
    }
    return try #require(try await visit.seen.events("signal").last { $0["name"].string == name })["options"]
  }

  private func signIn(_ visit: Visit) async throws {
    try await visit.choose("Passkey-only login")
    try await visit.page.press("Sign in with a passkey")
  }

  /// They remove all other passkeys, and learn the account's name.
  @Test("E-43: after a sign-in, passkey providers receive the account's passkeys and its name")
  func accepted() async throws {
    try await withVisit { visit in
      try await visit.register()
      let known = try #require(try await visit.key.credentials().first)
      try await signIn(visit)
      try await visit.isSignedIn()
      let told = try await signal("signalAllAcceptedCredentials", visit)
      #expect(told["rpId"].string == "latchstring.localhost")
      #expect(told["allAcceptedCredentialIds"].array?.compactMap(\.string) == [known.id])
      let details = try await signal("signalCurrentUserDetails", visit)
      #expect(
        details["name"].string == "mirela" && details["userId"] == told["userId"] && details["rpId"] == told["rpId"])

      _ = try await visit.holdStranger()
      try await visit.page.go(to: visit.site.origin + "/account")
      try await visit.page.wait(until: "the forgotten one is dropped") { try await visit.key.credentials().isEmpty }
      try await visit.page.expectQuietConsole()
    }
  }

  @Test("E-43: only a passkey that belongs to no account is signaled to its provider as unknown")
  func unknown() async throws {
    try await withVisit { visit in
      try await visit.register()
      let (own, stranger) = try await visit.holdStranger()
      try await signIn(visit)
      try await visit.page.wait(forText: "No account here knows that passkey.")
      let told = try await signal("signalUnknownCredential", visit)
      #expect(told["rpId"].string == "latchstring.localhost" && told["credentialId"].string == stranger.id)
      try await visit.page.wait(until: "the stranger is dropped") { try await visit.key.credentials().isEmpty }

      try await visit.key.add(own)
      try await visit.key.setFaults(.bogusSignature)
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "That didn't sign you in. Try again.")
      try await visit.key.setFaults([])
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(
        try await visit.seen.events("signal").filter { $0["name"].string == "signalUnknownCredential" }.count == 1)
    }
  }

  @Test("a browser that does not support signals, or rejects them, still signs in")
  func refused() async throws {
    for script in [
      """
      for (const name of Object.getOwnPropertyNames(PublicKeyCredential))
        if (name.startsWith('signal')) delete PublicKeyCredential[name];
      """,
      "PublicKeyCredential.signalAllAcceptedCredentials = () => Promise.reject(new TypeError('no'));",
    ] {
      try await withVisit(script: script) { visit in
        try await visit.register()
        try await signIn(visit)
        try await visit.isSignedIn()
        try await visit.page.expectQuietConsole()
      }
    }
  }
}
