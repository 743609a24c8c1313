import Escrow
import Foundation
import Testing

@Suite struct ProviderAddressTests {
  @Test(
    "An address is read and written in one form",
    arguments: [
      ("https://one.example/", "https://one.example/"), ("https://one.example", "https://one.example/"),
      ("HTTPS://One.Example:443/Base", "https://one.example/Base/"),
      ("https://one.example:8443/a/b/", "https://one.example:8443/a/b/"),
      ("http://127.0.0.1:18086/", "http://127.0.0.1:18086/"), ("http://[::1]:80", "http://[::1]/"),
      ("http://a.localhost:1", "http://a.localhost:1/"),
    ])
  func read(typed: String, text: String) { #expect(ProviderAddress(typed)?.text == text) }

  @Test(
    "A URL without TLS, with a user or a query, or with hidden characters is refused",
    arguments: [
      "", "one.example", "http://one.example/", "http://127.0.0.1.evil.example/", "http://127.0.0.256/",
      "http://10.0.0.1/", "ftp://one.example/",
      "https://user@one.example/", "https://one.example/?a", "https://one.example/#a", "https:///a",
      "https://one.example:0/",
      "https://one.example:65536/", "https://one.example:/", "https://one.example:8a/", "https://one example/",
      "https://one.example/ä",
      "https://one.example\\@evil.example/", "https://one.example/a/../b", "https://[::1/", "https://[evil]/",
      "https://.example/",
      "https://one.example/" + String(repeating: "a", count: 500), "http://127.1/", "http://localhost.evil.example/",
    ])
  func refused(typed: String) { #expect(ProviderAddress(typed) == nil) }

  @Test("A dictionary keyed by provider is encoded with URL keys, and invalid URLs are rejected")
  func dictionary() throws {
    let one = try #require(ProviderAddress("https://one.example"))
    let text = try JSONEncoder().encode([one: 1])
    #expect(try JSONSerialization.jsonObject(with: text) as? [String: Int] == ["https://one.example/": 1])
    #expect(try JSONDecoder().decode([ProviderAddress: Int].self, from: text) == [one: 1])
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([ProviderAddress: Int].self, from: Data(#"{"http://one.example/":1}"#.utf8))
    }
  }

  @Test("A payment request is parsed into payee, order and payment identifier")
  func payment() throws {
    let identifier = String(repeating: "0", count: 52)
    let request = try #require(PaymentRequest("taler+http://pay/pay.example:81/instances/a/\(identifier)/?c=1"))
    #expect(
      request.merchant == "pay.example:81/instances/a" && request.orderID == identifier
        && request.identifier?.bytes.count == 32)
    #expect(try #require(PaymentRequest("taler://pay/pay.example/2026-1/session")).orderID == "2026-1")
    #expect(PaymentRequest("taler://pay/pay.example/2026-1/")?.identifier == nil)
    for text in [
      "", "taler://refund/a/b/", "taler://pay/a/", "taler://pay//b/", "https://pay.example/", "taler://pay/a/b\u{e9}/",
    ] {
      #expect(PaymentRequest(text) == nil)
    }
  }
}
