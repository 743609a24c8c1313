import AccountService
import Browser
import Foundation
import Logging
import LogoutDelivery
import Model
import OpenID
import Person
import Runner
import Store
import TestPostgreSQL
import TestSite
import Testing

/// A page behind mod_auth_openidc, in Chromium: another's program decides whether the person is signed in there.
@Suite struct ProtectedPageTests {
  /// A person with keys, a site that tells services what ended, and a page behind Apache.
  private func withNotes(
    _ change: (inout Client) -> Void = { _ in }, store: (any Model.Store)? = nil,
    _ body: (KeyRing, ProtectedPage) async throws -> Void
  ) async throws {
    try await withPage { page in
      try await withSite(store: store, port: FreePort.find(for: page.browser), hasServices: true) { site in
        let port = try FreePort.find(), secret = GivenSecret(randomBytes: ServerEnvironment.live.randomBytes(32))
        var client = Client(id: "notes", name: "Notes", redirectURIs: [ProtectedPage.back(port)])
        client.sector = "127.0.0.1"
        client.backChannelLogoutURI = ProtectedPage.backChannel(port)
        client.postLogoutRedirectURIs = ["http://127.0.0.1:\(port)/"]
        change(&client)
        try await site.declare(client, secret: secret)
        let clock = site.clock
        let delivery = LogoutDelivery(
          desks: site.desks, runner: site.runner, store: site.store,
          environment: ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes),
          logger: Logger(label: "test") { _ in site.log })
        let telling = Task { try await delivery.run() }
        defer { telling.cancel() }
        let notes = try await ProtectedPage(
          port: port, issuer: site.origin, client: client.id, secret: secret.text)
        defer { notes.stop() }
        try await body(try await KeyRing(for: page, on: site), notes)
      }
    }
  }

  /// Signs in at the page behind Apache with a key, from its own address on.
  private func open(_ notes: ProtectedPage, _ ring: KeyRing, with key: VirtualAuthenticator) async throws {
    try await ring.hold(key)
    try await ring.page.go(to: notes.address)
    try await ring.page.wait(forText: "Notes sent you here.")
    try await ring.page.press("Sign in with a passkey")
    try await ring.page.wait(forText: "Notes wants to know who you are. It gets:")
    try await ring.page.press("Yes, go on")
    try await ring.page.wait(forText: "The notes")
  }

  @Test("a page behind Apache opens with a hardware key, and is closed within two seconds of that key's revocation")
  func revoked() async throws {
    try await withNotes { ring, notes in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.signOut()
      try await open(notes, ring, with: ring.black)
      #expect(try await ring.page.evaluate("location.href").string == notes.address, "\(notes.log)")
      try await ring.page.reload()
      try await ring.page.wait(forText: "The notes")

      // Its holder signs in with the other key, in the same browser, and removes the first.
      let black = try #require(try await ring.ways().first { $0.label == "black" })
      let elsewhere = try await ring.page.openTab()
      try await elsewhere.go(to: notes.address)
      try await elsewhere.wait(forText: "The notes")
      try await ring.hold(ring.yellow)
      try await ring.start("revocation", key: black.id.rawValue)
      try await ring.page.press("It's lost or broken")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "Revoked: “black”.")
      let revokedAt = ContinuousClock.now
      while try await isOpen(notes, elsewhere), ContinuousClock.now - revokedAt < .seconds(10) {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(ContinuousClock.now - revokedAt < .seconds(2), "\(notes.log)")
      try await ring.page.go(to: ring.site.origin + "/settings/services")
      try await ring.page.wait(forText: "Notes heard that a sign-in has ended: today")
    }
  }

  /// `true` if the page behind Apache is shown to this tab's cookies without being sent anywhere.
  private func isOpen(_ notes: ProtectedPage, _ tab: Page) async throws -> Bool {
    let look = "const answer = await fetch('/private/', { redirect: 'manual' }); return answer.ok;"
    return try await tab.run(look).bool == true
  }

  @Test("signing out at the service asks here, closes a journal in another tab, and leads back to the service")
  func signedOut() async throws {
    try await withNotes { ring, notes in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.signOut()
      try await open(notes, ring, with: ring.yellow)
      try await ring.openJournal(ring.yellow)
      let other = try await ring.page.openTab(), end = "http%3A%2F%2F127.0.0.1%3A\(notes.port)%2F"
      try await other.go(to: ProtectedPage.back(notes.port) + "?logout=\(end)")
      try await other.wait(forText: "Sign out here as well?")
      try await other.press("Sign out")
      try await other.wait(untilTrue: "location.port === '\(notes.port)'")
      try await ring.page.wait(forText: Self.closed)
      try await other.go(to: notes.address)
      try await other.wait(forText: "Notes sent you here.")
    }
  }
  private static let closed = "You were signed out, so the journal is closed here."

  @Test("using another account, and signing out at a service's request, close a journal in another tab")
  func otherTabs() async throws {
    try await withNotes { ring, notes in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      let other = try await ring.page.openTab()
      try await other.go(to: notes.address)
      try await other.press("Not mirela? Sign out, and use another account")
      try await other.wait(forText: "Notes sent you here.")
      try await ring.page.wait(forText: Self.closed)
      try await other.press("Cancel, and go back")
      try await other.wait(untilTrue: "location.port === '\(notes.port)'")

      try await ring.signIn(ring.yellow)
      try await ring.openJournal(ring.yellow)
      try await other.go(to: ring.site.origin + Endpoint.endSession.rawValue)
      try await other.press("Sign out")
      try await ring.page.wait(forText: Self.closed)
    }
  }

  @Test("whoever says no is back at the service, which is told so")
  func refused() async throws {
    try await withNotes { ring, notes in
      try await ring.register()
      try await ring.page.go(to: notes.address)
      try await ring.page.wait(forText: "Notes wants to know who you are. It gets:")
      try await ring.page.press("No")
      try await ring.page.wait(untilTrue: "location.port === '\(notes.port)'")
      #expect(try await ring.page.evaluate("location.search").string?.contains("error=access_denied") == true)
    }
  }

  /// What makes a key attested is tested with real statements elsewhere (`AttestedServiceTests`); here, the store says it.
  @Test("where hardware is demanded, what nobody vouches for is turned down in plain words, and attested ones pass")
  func hardware() async throws {
    let store = try DatabaseKind.current.makeStore()
    try await withNotes({ $0.demandsHardware = true }, store: store) { ring, notes in
      try await ring.register()
      _ = try await ring.enroll()
      let black = try #require(try await ring.ways().first { $0.label == "black" }).id
      try await store.write { records in
        guard let database = records as? any SQLStatements else { throw TestSiteError() }
        try database.run(
          "UPDATE credentials SET vouching = 'deviceBound', backup_eligible = 0 WHERE id = $1", .text(black.rawValue))
      }
      try await ring.page.go(to: notes.address)
      try await ring.page.wait(
        forText: "Notes opens only with a key of which its maker says that it can't be copied.")
      try await ring.page.press("Yes, go on")
      try await ring.hold(ring.yellow)
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "The maker of that key doesn't say that it can't be copied")
      try await ring.hold(ring.black)
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "The notes")
    }
  }
}
