import AuditLog
import Browser
import Foundation
import Model
import Person
import TestSite

/// A site, a page on it with one authenticator, and a record of their calls.
struct Visit {
  let site: TestSite
  let page: Page
  let key: VirtualAuthenticator
  let seen: Happenings

  /// Creates the account that the test signs in to, and clears the record of that.
  func register(_ name: String = "mirela") async throws {
    try await page.register(name, on: site)
    try await seen.clear()
  }

  /// Opens a scenario and waits until the page shows it.
  func choose(_ scenario: String) async throws { try await page.choose(scenario, on: site) }

  func isSignedIn(as name: String = "mirela") async throws { try await page.wait(forText: "You're in, \(name).") }

  /// Makes the key hold, in place of its passkey, one that no account knows. It holds one passkey of an account only.
  /// - Returns: The passkey that it held, and the stranger.
  func holdStranger() async throws -> (own: AuthenticatorCredential, stranger: AuthenticatorCredential) {
    guard let own = try await key.credentials().first else { throw BrowserError(.driver, "the key holds no passkey") }
    var stranger = own
    stranger.id = "AAECAwQFBgcICQoLDA0ODw"
    try await key.clear()
    try await key.add(stranger)
    return (own, stranger)
  }

  /// `true` if the browser's cookie belongs to a signed-in session, according to the server.
  func isSignedInOnServer() async throws -> Bool {
    let visitor = Visitor(site)
    visitor.cookie = try await page.cookie("latchstring").map { "latchstring=\($0.value)" }
    return try await visitor.get("/account", accept: "text/html").status == 200
  }
}

func withVisit(
  _ options: AuthenticatorOptions = AuthenticatorOptions(), _ transport: AuthenticatorTransport = .internal,
  script: String? = nil,
  site change: (inout TestSiteChange) -> Void = { _ in }, _ body: (Visit) async throws -> Void
) async throws {
  var wanted = TestSiteChange()
  change(&wanted)
  try await withPage { page in
    let port = try FreePort.find(for: page.browser)
    try await withSite(
      store: wanted.store, port: port, change: { ($0.isHome, $0.logKey) = (wanted.isHome, wanted.logKey) },
      site: { $0.counterPolicy = wanted.isCounterStrict ? .strict : .warn }
    ) { site in
      let key = try await page.addAuthenticator(transport, options)
      let seen = try await Happenings(of: page)
      if let script { try await page.addScriptOnNewDocument(script) }
      try await body(Visit(site: site, page: page, key: key, seen: seen))
    }
  }
}

struct TestSiteChange {
  var isCounterStrict = false
  /// `true` if the site runs on a person's own computer.
  var isHome = false
  /// The site's own store, if a test must reach what the records do not offer.
  var store: (any Store)?
  /// The key of the audit log's checkpoints.
  var logKey: CheckpointKey?
}
