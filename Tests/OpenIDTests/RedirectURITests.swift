import OpenID
import Testing

/// Which addresses can be declared (RFC 6749 §3.1.2, RFC 8252 §7), and which a request may name (RFC 9700 §2.1).
@Suite struct RedirectURITests {
  @Test(
    "an address that can be declared",
    arguments: [
      "https://a.example/cb", "https://a.example:8443/", "http://127.0.0.1/cb", "http://127.0.0.1:8080/cb",
      "http://[::1]:1/cb", "http://localhost:3000/", "com.example.app:/cb", "https://a.example/cb?x=y",
    ])
  func good(_ text: String) throws { #expect(try RedirectURI(text).text == text) }

  static let badAddresses: [(String, RedirectURI.Fault)] = [
    ("/cb", .malformed), ("a.example/cb", .malformed), ("", .malformed), ("https:///cb", .malformed),
    ("https://u@a.example/", .malformed), ("https://a.example:0/", .malformed), ("https://a.example:x/", .malformed),
    ("https://a example/", .malformed), ("https://ä.example/", .malformed), ("https://a.example/\"", .malformed),
    ("https://a.example/\n", .malformed), ("https://[::1/", .malformed), ("https://a;b.example/", .malformed),
    ("https://*.example/", .malformed), ("https://a.example/#f", .fragment),
    ("http://a.example/cb", .scheme), ("http://127.0.0.1.evil.example/", .scheme), ("javascript:alert(1)", .scheme),
    ("data:text/html,x", .scheme), ("app:/cb", .scheme), ("ftp://a.example/", .scheme),
  ]
  @Test("an address that cannot, and why", arguments: badAddresses)
  func bad(_ text: String, _ fault: RedirectURI.Fault) {
    #expect(throws: fault) { try RedirectURI(text) }
  }

  @Test("an address is at most 512 bytes long")
  func long() throws {
    let most = "https://a.example/" + String(repeating: "x", count: 494)
    #expect(try RedirectURI(most).text.utf8.count == 512)
    #expect(throws: RedirectURI.Fault.malformed) { try RedirectURI(most + "x") }
  }

  @Test("a program on the browser's computer may be at any port, if none was declared, and nowhere else")
  func loopbackPort() throws {
    let open = try RedirectURI("http://127.0.0.1/cb"), fixed = try RedirectURI("http://127.0.0.1:80/cb")
    #expect(open.matches("http://127.0.0.1:51234/cb") && open.matches("http://127.0.0.1/cb"))
    for other in [
      "http://127.0.0.1:51234/cb2", "http://[::1]:51234/cb", "http://localhost:51234/cb", "https://127.0.0.1:5/cb",
      "http://127.0.0.1:51234@evil.example/cb", "http://127.0.0.1:051234/cb?x", "http://127.0.0.2:5/cb",
    ] {
      #expect(!open.matches(other), "\(other)")
    }
    #expect(!fixed.matches("http://127.0.0.1:51234/cb") && !fixed.matches("http://127.0.0.1/cb"))
    #expect(try !RedirectURI("http://localhost/cb").matches("http://localhost:51234/cb"))
  }

  @Test("the origin is what a Content Security Policy names; an app has none")
  func origin() throws {
    #expect(try RedirectURI("https://A.example:8443/cb?x").origin == "https://a.example:8443")
    #expect(try RedirectURI("http://[::1]:1/").origin == "http://[::1]:1")
    #expect(try RedirectURI("com.example.app:/cb").origin == nil)
  }

  @Test("an answer is added to the query that is there, with the issuer (RFC 9207), and never in a fragment")
  func location() throws {
    let request = try Example.request()
    let answer = AuthorizationResponse(.code("abc"), to: request.destination, from: Example.issuer)
    #expect(
      answer.location
        == "https://notes.example/back?a=1&code=abc&state=s%26t&iss=https%3A%2F%2Fid.example")
    let error = AuthorizationResponse(
      .error(AuthorizationError(.accessDenied, "no")), to: request.destination, from: Example.issuer)
    #expect(error.parameters["error"] == "access_denied" && error.parameters["code"] == nil)
    #expect(error.parameters["iss"] == Example.issuer && error.parameters["state"] == "s&t")
  }
}
