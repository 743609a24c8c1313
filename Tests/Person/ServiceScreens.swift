import Browser
import Foundation
import OpenID
import TestSite

/// The pages that somebody sees on the way to a service and back, each shown under its name: for pictures, and for
/// checks of a single page.
public struct ServiceScreens: Sendable {
  public typealias Show = @Sendable (_ name: String) async throws -> Void
  let ring: KeyRing
  let show: Show
  private var page: Page { ring.page }

  public init(_ ring: KeyRing, show: @escaping Show) { self.ring = ring; self.show = show }

  /// Goes from an account with two keys, signed out, to a service, to one that takes no such key, and to Settings.
  public func walk() async throws {
    try await declare("notes", "Notes", demandsHardware: false)
    try await declare("vault", "The vault", demandsHardware: true)
    try await ring.signOut()
    try await page.go(to: address(of: "notes"))
    try await see("Notes sent you here.", "service-sign-in")
    try await ring.hold(ring.yellow)
    try await page.press("Sign in with a passkey")
    try await see("Notes wants to know who you are. It gets:", "service-asks")
    try await page.press("Yes, go on")
    try await page.wait(untilTrue: "location.pathname === '/lab' && document.readyState === 'complete'")
    try await page.go(to: address(of: "notes", prompt: "login"))
    try await see("Notes wants to be sure that it is you, now.", "service-touch")
    try await turnDown()
    try await page.go(to: ring.site.origin + "/settings/services")
    try await see("Notes", "settings-services")
    try await page.go(to: ring.site.origin + Endpoint.endSession.rawValue + "?client_id=notes")
    try await see("Sign out here as well?", "service-sign-out")
    try await page.go(to: address(of: "notes", back: back + "x"))
    try await see("Nobody was told anything.", "service-trap")
  }

  private func turnDown() async throws {
    try await page.go(to: address(of: "vault"))
    try await see("The vault opens only with a key", "service-hardware")
    try await page.press("Yes, go on")
    try await page.press("Confirm with your passkey")
    try await see("The maker of that key doesn't say that it can't be copied", "service-turned-down")
  }

  private func see(_ text: String, _ name: String) async throws {
    try await page.wait(forText: text)
    try await show(name)
  }

  /// The address to which answers go: this site's own, by another name, for nothing else is listening.
  private var back: String { "http://127.0.0.1:\(URL(string: ring.site.origin)?.port ?? 0)/lab" }

  private func declare(_ id: String, _ name: String, demandsHardware: Bool) async throws {
    var client = Client(id: id, name: name, redirectURIs: [back])
    client.requiresPKCE = false
    client.demandsHardware = demandsHardware
    try await ring.site.declare(client, secret: GivenSecret(randomBytes: Array(repeating: 7, count: 32)))
  }

  /// Where a service sends the browser.
  private func address(of client: String, back: String? = nil, prompt: String? = nil) -> String {
    let parameters = Parameters([
      ("client_id", client), ("response_type", "code"), ("scope", "openid profile"),
      ("redirect_uri", back ?? self.back), ("prompt", prompt),
    ])
    return ring.site.origin + Endpoint.authorization.rawValue + "?" + parameters.encoded
  }
}
