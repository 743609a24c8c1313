import Encoding
import Foundation
import Model
import OpenID
import RelyingParty
import TestSite
import Testing

@testable import RelyingPartyTests

/// What a service learns of keys for which their makers vouch.
@Suite struct AttestedServiceTests {
  private let issuer = TestIssuer()

  /// Signs up with an authenticator, as a browser would, and stays signed in.
  private func signUp(_ site: TestSite, _ change: (inout TestAuthenticator) throws -> Void) async throws -> Visitor {
    let visitor = Visitor(site)
    let options = try await visitor.post("/api/registration/options", "{\"username\":\"mirela\"}").json
    let challenge = try #require((options["challenge"] as? String).flatMap { Base64URL.decode($0) })
    var authenticator = TestAuthenticator()
    (authenticator.origin, authenticator.rpID) = (site.origin, "latchstring.localhost")
    try change(&authenticator)
    let party = RelyingParty(id: "latchstring.localhost", name: "Latchstring", origins: [site.origin])
    let state = party.beginRegistration(
      user: .init(id: [1], name: "mirela", displayName: "mirela"), challenge: challenge
    ).state
    let answer = try await visitor.post(
      "/api/registration/verify", String(decoding: try authenticator.create(state), as: UTF8.self))
    try #require(answer.status == 200, "\(answer.text)")
    return visitor
  }

  @Test("a key whose maker vouches that it can't be copied opens a service that demands hardware, and it learns so")
  func attested() async throws {
    let roots = try issuer.anchors().common
    try await withSite(site: { $0.attestationRoots = roots }, hasServices: true) { (site) async throws in
      let service = try await ExampleService(site) { $0.demandsHardware = true }
      let visitor = try await signUp(site) { authenticator in
        authenticator.flags = 0x05
        authenticator.attest(with: try TestTPM().statement(about: authenticator.key, by: issuer))
      }
      let claims = try ExampleService.claims(
        try await service.exchange(try await service.code(for: visitor)).json["id_token"])
      #expect(claims["acr"] as? String == "phrh" && claims["amr"] as? [String] == ["hwk", "user"])
    }
  }

  @Test(
    "what a key says of itself never makes it hardware: flags, its own signature, a stranger's statement",
    arguments: ["synced", "single-device", "self", "stranger", "synced, and its maker says otherwise"])
  func claimed(_ kind: String) async throws {
    let known = TestIssuer(), roots = try known.anchors().common
    try await withSite(site: { $0.attestationRoots = roots }, hasServices: true) { (site) async throws in
      let hardware = try await ExampleService(site, id: "vault") { $0.demandsHardware = true }
      let service = try await ExampleService(site)
      let visitor = try await signUp(site) { authenticator in
        switch kind {
        case "synced": authenticator.flags = 0x1d
        case "self": authenticator.attestSelf()
        case "stranger": authenticator.attest(with: try TestTPM().statement(about: authenticator.key, by: issuer))
        case "single-device": authenticator.flags = 0x05
        default:
          authenticator.flags = 0x1d
          authenticator.attest(with: try TestTPM().statement(about: authenticator.key, by: known))
        }
      }
      #expect(try await hardware.send(visitor, ["prompt": "none"])?["error"] == "login_required")
      let claims = try ExampleService.claims(
        try await service.exchange(try await service.code(for: visitor)).json["id_token"])
      #expect(claims["acr"] as? String == "phr")
      #expect(claims["amr"] as? [String] == (kind.hasPrefix("synced") ? ["swk"] : ["pop"]))
    }
  }
}
