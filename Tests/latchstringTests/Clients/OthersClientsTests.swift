import Demo
import Foundation
import Model
import OpenID
import Runner
import TestProgram
import TestSite
import Testing

/// Clients that others wrote, unchanged, against a running site.
@Suite struct OthersClientsTests {
  /// `true` for a library that can do PKCE.
  static let libraries = [("authlib", true), ("requests_oauthlib", false)]

  @Test("others' clients sign somebody in, verify the token with the published keys, and refresh", arguments: libraries)
  func signsIn(_ library: String, _ hasPKCE: Bool) async throws {
    // A name that every resolver knows.
    try await withSite(name: "localhost", hasServices: true) { (site) async throws in
      let secret = GivenSecret(randomBytes: Array(1...32)), back = "https://notes.example/back"
      var client = Client(id: "notes", name: "Notes", redirectURIs: [back])
      client.scopes = [.profile, .offlineAccess]
      (client.requiresPKCE, client.algorithm) = (hasPKCE, hasPKCE ? .es256 : .rs256)
      try await site.declare(client, secret: secret)
      var visitor = Visitor(site)
      visitor.host = "localhost:\(site.port)"
      try await visitor.register(with: DemoAuthenticator())

      let folder = URL(filePath: #filePath).deletingLastPathComponent().path
      let program = TestProgram(
        [
          "/usr/bin/python3", folder + "/asks.py", library, site.origin, "notes", secret.text, back,
          "openid profile offline_access",
        ])
      let terminal = try await PipedProgram(program)
      let address = try await terminal.line()
      try #require(address.hasPrefix(site.origin + "/openid/authorize?"), "\(address)")
      let path = String(address.dropFirst(site.origin.count))
      let asked = try await visitor.get(path, accept: "text/html")
      let run = try #require(asked.header("location")),
        revision = try await visitor.post(run + "/open").json["revision"]
      let fields = ["action": "allow", "revision": "\(revision as? Int ?? -1)"]
      let next = try #require(try await visitor.submit(run, fields).json["next"] as? String)
      let answer = try await visitor.get(next, accept: "text/html")
      terminal.say(try #require(answer.header("location")))
      let told = try await terminal.line()
      let learned = try #require(try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any], "\(told)")
      let claims = try #require(learned["claims"] as? [String: Any]),
        info = try #require(learned["info"] as? [String: Any])
      #expect(claims["nonce"] as? String == "the nonce" && claims["acr"] as? String == "phr")
      #expect(info["sub"] as? String == claims["sub"] as? String && info["preferred_username"] as? String == "mirela")
      let again = try #require(learned["again"] as? [String: Any])
      #expect(
        again["sub"] as? String == claims["sub"] as? String && again["sid"] as? String == claims["sid"] as? String)
      #expect(try await terminal.ended() == 0)
    }
  }
}
