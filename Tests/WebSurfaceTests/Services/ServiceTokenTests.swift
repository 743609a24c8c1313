import Demo
import Foundation
import Model
import OpenID
import TestSite
import Testing

/// The token endpoint and what it gave, under attack: RFC 6749 §10, RFC 9700 §4, RFC 7009.
@Suite struct ServiceTokenTests {
  @Test("of a hundred exchanges of one code at once, exactly one wins, and what it won has ended")
  func parallel() async throws {
    try await withService { site, service, visitor, _ in
      let code = try await service.code(for: visitor)
      let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        for _ in 0..<100 { group.addTask { try await service.exchange(code) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let won = answers.filter { $0.status == 200 }
      #expect(won.count == 1)
      #expect(answers.filter { $0.status == 400 && $0.json["error"] as? String == "invalid_grant" }.count == 99)
      let token = try #require(won.first?.json["access_token"] as? String)
      #expect(try await service.userInfo(token).status == 401, "a second use ends what the first gave")
      _ = site
    }
  }

  @Test("a stolen code is worth nothing: to another client, with another verifier, at another address, after a minute")
  func stolen() async throws {
    try await withService { site, service, visitor, _ in
      let other = try await ExampleService(site, id: "photos")
      func isRefused(_ answer: HTTPAnswer) -> Bool {
        answer.status == 400 && answer.json["error"] as? String == "invalid_grant"
      }
      let code = try await service.code(for: visitor)
      #expect(isRefused(try await other.exchange(code, ["redirect_uri": service.client.redirectURIs[0]])))
      #expect(isRefused(try await service.exchange(code, ["code_verifier": String(repeating: "a", count: 43)])))
      #expect(isRefused(try await service.exchange(code, ["code_verifier": nil])))
      #expect(isRefused(try await service.exchange(code, ["redirect_uri": "https://notes.example/other"])))
      let wrong = "Basic " + Data("notes:\(String(repeating: "a", count: 43))".utf8).base64EncodedString()
      let answer = try await service.exchange(code, header: wrong)
      #expect(answer.status == 401 && answer.json["error"] as? String == "invalid_client")
      #expect(answer.header("www-authenticate")?.hasPrefix("Basic") == true)
      #expect(try await service.exchange(code).status == 200, "none of them used it up")
      let late = try await service.code(for: visitor)
      site.clock.advance(61)
      #expect(isRefused(try await service.exchange(late)))
    }
  }

  @Test("a client without a secret proves itself by PKCE, and one with a secret is not believed without it")
  func publicClient() async throws {
    try await withService { site, service, visitor, _ in
      let app = try await ExampleService(site, id: "app", isPublic: true)
      #expect(try await app.exchange(try await app.code(for: visitor)).status == 200)
      let code = try await service.code(for: visitor)
      var caller = visitor
      caller.origin = nil
      let body = """
        grant_type=authorization_code&client_id=notes&code=\(code)&code_verifier=\(ExampleService.verifier)\
        &redirect_uri=https%3A%2F%2Fnotes.example%2Fback
        """
      let answer = try await caller.post(Endpoint.token.rawValue, body, type: "application/x-www-form-urlencoded")
      #expect(answer.status == 401 && answer.json["error"] as? String == "invalid_client")
    }
  }

  @Test("a refresh token is good once; shown again, it ends all that came of it")
  func rotation() async throws {
    try await withService { site, service, visitor, _ in
      let scope = ["scope": "openid profile offline_access" as String?]
      let first = try await service.exchange(try await service.code(for: visitor, scope)).json
      let old = try #require(first["refresh_token"] as? String)
      site.clock.advance(3600)
      let second = try await service.refresh(old)
      #expect(second.status == 200)
      let claims = try ExampleService.claims(second.json["id_token"])
      #expect(claims["nonce"] == nil)
      let firstClaims = try ExampleService.claims(first["id_token"])
      for name in ["iss", "sub", "aud", "sid"] { #expect(claims[name] as? String == firstClaims[name] as? String) }
      #expect(claims["auth_time"] as? Int == firstClaims["auth_time"] as? Int)
      let newest = try #require(second.json["refresh_token"] as? String)
      let access = try #require(second.json["access_token"] as? String)
      #expect(newest != old)
      #expect(try await service.refresh(newest, ["scope": "openid email"]).json["error"] as? String == "invalid_scope")
      #expect(try await service.userInfo(access).status == 200)
      #expect(try await service.refresh(old).json["error"] as? String == "invalid_grant")
      #expect(try await service.refresh(newest).json["error"] as? String == "invalid_grant")
      #expect(try await service.userInfo(access).status == 401)
    }
  }

  @Test("a refresh token of another client is refused, and nothing happens to its family")
  func othersToken() async throws {
    try await withService { site, service, visitor, _ in
      let other = try await ExampleService(site, id: "photos")
      let scope = ["scope": "openid offline_access" as String?]
      let tokens = try await service.exchange(try await service.code(for: visitor, scope)).json
      let token = try #require(tokens["refresh_token"] as? String)
      #expect(try await other.refresh(token).json["error"] as? String == "invalid_grant")
      #expect(try await other.ask(.revocation, ["token": token]).status == 200)
      #expect(try await service.refresh(token).status == 200)
    }
  }

  @Test("a client takes a token back, and an unknown one is no error (RFC 7009)")
  func revocation() async throws {
    try await withService { _, service, visitor, _ in
      let scope = ["scope": "openid offline_access" as String?]
      let tokens = try await service.exchange(try await service.code(for: visitor, scope)).json
      let access = try #require(tokens["access_token"] as? String)
      let refresh = try #require(tokens["refresh_token"] as? String)
      #expect(try await service.ask(.revocation, ["token": String(repeating: "x", count: 43)]).status == 200)
      #expect(try await service.userInfo(access).status == 200)
      #expect(try await service.ask(.revocation, ["token": refresh]).status == 200)
      #expect(try await service.refresh(refresh).json["error"] as? String == "invalid_grant")
      #expect(try await service.userInfo(access).status == 401)
      #expect(try await service.ask(.revocation, [:]).status == 400)
    }
  }

  @Test("UserInfo takes the token in the header or a form, never in the address, and for ten minutes")
  func bearer() async throws {
    try await withService { site, service, visitor, _ in
      let tokens = try await service.exchange(try await service.code(for: visitor)).json
      let token = try #require(tokens["access_token"] as? String), path = Endpoint.userInfo.rawValue
      var caller = visitor
      caller.origin = nil
      #expect(
        try await caller.post(path, "access_token=\(token)", type: "application/x-www-form-urlencoded").status == 200)
      let inAddress = try await caller.get(path + "?access_token=\(token)")
      #expect(inAddress.status == 401 && inAddress.header("www-authenticate")?.contains("error") == false)
      for wrong in ["Bearer x", "Basic \(token)", "Bearer \(token)x", "Bearer"] {
        #expect(try await caller.get(path, headers: ["Authorization": wrong]).status == 401)
      }
      #expect(try await service.userInfo(token).header("access-control-allow-origin") == "*")
      site.clock.advance(601)
      #expect(try await service.userInfo(token).header("www-authenticate")?.contains("invalid_token") == true)
    }
  }

  @Test("codes and tokens stand in the store as digests alone, and in no line of the log")
  func digests() async throws {
    try await withService { site, service, visitor, _ in
      let code = try await service.code(for: visitor, ["scope": "openid offline_access"])
      let tokens = try await service.exchange(code).json
      let secrets = try [code] + ["access_token", "refresh_token"].map { try #require(tokens[$0] as? String) }
      let rows = try await site.store.everyRow().values.joined().joined(separator: "\n"),
        log = site.log.lines.joined(separator: "\n")
      for secret in secrets + [try #require(service.secret?.text)] {
        #expect(!rows.contains(secret) && !log.contains(secret))
      }
      #expect(log.contains("/openid/token"))
    }
  }

  @Test("a body that is too long or no form is refused, and nothing is used up")
  func badBodies() async throws {
    try await withService { _, service, visitor, _ in
      let code = try await service.code(for: visitor)
      var caller = visitor
      caller.origin = nil
      let path = Endpoint.token.rawValue
      let json = try await caller.post(path, "{}", type: "application/json")
      #expect(json.status == 400 && json.json["error"] as? String == "invalid_request")
      #expect(try await caller.post(Endpoint.userInfo.rawValue).status == 401)
      let long = "grant_type=authorization_code&code=" + String(repeating: "a", count: 10_000)
      #expect(try await caller.post(path, long, type: "application/x-www-form-urlencoded").status == 413)
      #expect(try await caller.post(path, "a=%zz", type: "application/x-www-form-urlencoded").status == 400)
      #expect(try await caller.post(path, "a=\u{0}", type: "application/x-www-form-urlencoded").status == 400)
      #expect(try await service.exchange(code).status == 200)
    }
  }
}
