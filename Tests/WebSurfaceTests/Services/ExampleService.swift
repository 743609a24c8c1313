import Demo
import Encoding
import Foundation
import Model
import OpenID
import Runner
import Store
import TestSite
import Testing

/// A service that people of a test site open, as a program that speaks OpenID Connect would be.
struct ExampleService {
  let site: TestSite
  let client: Client
  let secret: GivenSecret?
  let visitor: Visitor

  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  // RFC 7636 Appendix B
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  /// Declares the service on the site.
  init(_ site: TestSite, id: String = "notes", isPublic: Bool = false, _ change: (inout Client) -> Void = { _ in })
    async throws
  {
    var client = Client(id: id, name: "Notes of \(id)", redirectURIs: ["https://\(id).example/back"])
    client.sector = "\(id).example"
    client.scopes = Set(Scope.allCases)
    client.isPublic = isPublic
    change(&client)
    self.site = site; self.client = client
    let secret = isPublic ? nil : GivenSecret(randomBytes: Array(repeating: UInt8(id.utf8.count), count: 32))
    self.secret = secret
    visitor = Visitor(site)
    try await site.declare(client, secret: secret)
  }

  /// Its request, with some parameters changed or, with `nil`, left out.
  func query(_ changes: [String: String?] = [:]) -> String {
    var all: [String: String?] = [
      "client_id": client.id, "redirect_uri": client.redirectURIs[0], "response_type": "code",
      "scope": "openid profile", "state": "s", "nonce": "n", "code_challenge": Self.challenge,
      "code_challenge_method": "S256",
    ]
    all.merge(changes) { $1 }
    var parameters = Parameters()
    for (name, value) in all.sorted(by: { $0.key < $1.key }) { parameters.append(name, value) }
    return parameters.encoded
  }
  func path(_ changes: [String: String?] = [:]) -> String { Endpoint.authorization.rawValue + "?" + query(changes) }

  /// Sends a browser, and returns what came back in the query.
  func send(_ browser: Visitor, _ changes: [String: String?] = [:]) async throws -> Parameters? {
    answer(try await browser.get(path(changes), accept: "text/html"))
  }
  /// What an answer tells the service; `nil` if the browser is not led back to it.
  func answer(_ answer: HTTPAnswer) -> Parameters? {
    guard let location = answer.header("location"), location.hasPrefix(client.redirectURIs[0]) else { return nil }
    return Parameters(decoding: location.dropFirst(client.redirectURIs[0].count + 1))
  }

  /// Sends a browser whose holder says yes if asked, and returns the code.
  func code(for browser: Visitor, touching key: DemoAuthenticator? = nil, _ changes: [String: String?] = [:])
    async throws -> String
  {
    let path = path(changes), first = try await browser.get(path, accept: "text/html")
    if let code = answer(first)?["code"] { return code }
    let run = try #require(first.header("location")), next = try await allow(run, browser, touching: key)
    return try #require(answer(try await browser.get(next, accept: "text/html"))?["code"])
  }

  /// Says yes in a run, and touches the key if that is wanted. Returns where the browser goes on.
  func allow(_ run: String, _ browser: Visitor, touching key: DemoAuthenticator? = nil) async throws -> String {
    var answer = try await browser.open(run)
    if answer.screenText.contains("\"allow\"") {
      answer = try await browser.press("allow", on: run, at: answer.revision)
    }
    if let key, answer.json["next"] == nil { answer = try await touch(key, run, browser, at: answer.revision) }
    return try #require(answer.json["next"] as? String, "\(answer.text)")
  }

  func touch(_ key: DemoAuthenticator, _ run: String, _ browser: Visitor, at revision: Int) async throws -> HTTPAnswer {
    let start = try #require(try await browser.press("opening.confirm", on: run, at: revision).start)
    let credential = try #require(try key.get(start.options, origin: site.origin))
    return try await browser.report(
      ["ticket": start.ticket, "reply": "key.given", "credential": credential], on: run)
  }

  /// Exchanges a code.
  func exchange(_ code: String, _ changes: [String: String?] = [:], header: String? = nil) async throws -> HTTPAnswer {
    try await ask(
      .token,
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": client.redirectURIs[0],
        "code_verifier": Self.verifier,
      ].merging(changes) { $1 }, header: header)
  }
  func refresh(_ token: String, _ changes: [String: String?] = [:]) async throws -> HTTPAnswer {
    try await ask(.token, ["grant_type": "refresh_token", "refresh_token": token].merging(changes) { $1 })
  }

  func ask(_ endpoint: Endpoint, _ fields: [String: String?], header: String? = nil) async throws -> HTTPAnswer {
    var parameters = Parameters(), caller = visitor
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { parameters.append(name, value) }
    if secret == nil { parameters.append("client_id", client.id) }
    caller.origin = nil
    let own = secret.map { "Basic " + Data("\(client.id):\($0.text)".utf8).base64EncodedString() }
    let headers = (header ?? own).map { ["Authorization": $0] } ?? [:]
    return try await caller.post(
      endpoint.rawValue, parameters.encoded, type: "application/x-www-form-urlencoded", headers: headers)
  }

  func userInfo(_ token: String) async throws -> HTTPAnswer {
    try await visitor.get(Endpoint.userInfo.rawValue, headers: ["Authorization": "Bearer \(token)"])
  }

  /// The claims of a token.
  static func claims(_ token: Any?) throws -> [String: Any] {
    let parts = try #require(token as? String).split(separator: ".")
    let bytes = try #require(parts.count == 3 ? Base64URL.decode(parts[1]) : nil)
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }
}

/// A site with a service, and somebody who is signed in.
func withService(
  _ change: (inout Client) -> Void = { _ in }, store: (any Model.Store)? = nil,
  _ body: (TestSite, ExampleService, Visitor, DemoAuthenticator) async throws -> Void
) async throws {
  try await withSite(store: store, hasServices: true) { (site) async throws in
    let service = try await ExampleService(site, change), visitor = Visitor(site), key = DemoAuthenticator()
    try await visitor.register(with: key)
    try await body(site, service, visitor, key)
  }
}
