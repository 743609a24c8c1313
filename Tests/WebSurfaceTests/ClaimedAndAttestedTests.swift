import Encoding
import Foundation
import RelyingParty
import TestSite
import Testing

@testable import RelyingPartyTests

/// Tests what Settings shows about a key's flags, and about who vouches for it.
@Suite struct ClaimedAndAttestedTests {
  private let issuer = TestIssuer()

  /// Signs up with an authenticator, as a browser would, and returns its key's page.
  private func row(of change: (inout TestAuthenticator) throws -> Void, on site: TestSite, named name: String)
    async throws -> String
  {
    let visitor = Visitor(site),
      options = try await visitor.post("/api/registration/options", "{\"username\":\"\(name)\"}").json
    let challenge = try #require((options["challenge"] as? String).flatMap { Base64URL.decode($0) })
    var authenticator = TestAuthenticator()
    (authenticator.origin, authenticator.rpID, authenticator.id) = (
      site.origin, "latchstring.localhost", Array(name.utf8)
    )
    try change(&authenticator)
    let party = RelyingParty(id: "latchstring.localhost", name: "Latchstring", origins: [site.origin])
    let state = party.beginRegistration(user: .init(id: [1], name: name, displayName: name), challenge: challenge).state
    let answer = try await visitor.post(
      "/api/registration/verify", String(decoding: try authenticator.create(state), as: UTF8.self))
    #expect(answer.status == 200, "\(answer.text)")
    let row = try #require(try await visitor.keyRows().first)
    let id = try #require(row.firstMatch(of: /href="\/settings\/keys\/([^"]+)"/)).1
    return try await visitor.key(String(id))
  }

  @Test("E-05 E-13: a key can be shown both as claiming to be synced and as attested device-bound")
  func attested() async throws {
    let roots = try issuer.anchors().common
    try await withSite(site: { $0.attestationRoots = roots }) { (site) async throws in
      for (name, flags, sentence) in [
        ("ios", UInt8(0x1d), "Says synced. Its maker vouches that it stays on one device"),
        ("honest", 0x05, "Says it stays on one device. Its maker vouches for that"),
      ] {
        let row = try await row(
          of: { authenticator in
            authenticator.flags = flags
            authenticator.attest(with: try TestTPM().statement(about: authenticator.key, by: issuer))
          }, on: site, named: name)
        #expect(
          row.contains("<p>\(sentence).</p>") && row.contains("<dd>can&#39;t leave its device</dd>"), "\(row)")
      }
    }
  }

  @Test("E-05 E-31: properties without a known voucher are shown as claims and accepted")
  func claimed() async throws {
    let roots = try TestIssuer().anchors().common
    try await withSite(site: { $0.attestationRoots = roots }) { (site) async throws in
      let statement = { (key: TestAuthenticator.Key) in try TestTPM().statement(about: key, by: self.issuer) }
      for (name, sentence, change): (String, String, (inout TestAuthenticator) throws -> Void) in [
        ("none", "Says it stays on one device; nobody vouches for that", { _ in }),
        ("self", "Says it stays on one device; nobody vouches for that", { $0.attestSelf() }),
        ("synced", "Says synced; nobody vouches for that", { $0.flags = 0x1d }),
        (
          "stranger",
          "Says synced. It came with a statement about its make, and nobody known here vouches for that (tpm)",
          {
            $0.flags = 0x1d
            $0.attest(with: try statement($0.key))
          }
        ),
      ] {
        let row = try await row(of: change, on: site, named: name)
        #expect(row.contains("<p>\(sentence).</p>"), "\(name): \(row)")
      }
    }
  }

  @Test("E-31 E-39: an attestation under Apple's root vouches for the app, not for the flags")
  func app() async throws {
    let roots = try issuer.anchors().common
    try await withSite(site: { $0.attestationRoots = roots }) { (site) async throws in
      for (name, attesting, sentence) in [
        ("apple", issuer, "Says it stays on one device; its maker vouches for the model, not for that"),
        (
          "stranger", TestIssuer(),
          """
          Says it stays on one device. It came with a statement about its make, and nobody known here vouches for \
          that (apple-appattest)
          """
        ),
      ] {
        let row = try await row(
          of: { authenticator in
            let (origin, rpID) = (authenticator.origin, authenticator.rpID)
            authenticator = .appAttest()
            (authenticator.origin, authenticator.rpID) = (origin, rpID)
            authenticator.attest(with: TestStatement.apple(authenticator.key, by: attesting, format: "apple-appattest"))
          }, on: site, named: name)
        #expect(row.contains("<p>\(sentence).</p>"), "\(row)")
      }
    }
  }
}
