import Testing

@testable import RelyingParty

@Suite struct OriginTests {
  /// A stand-in for the Public Suffix List.
  private static func label(_ host: String) -> String? {
    var parts = host.split(separator: ".").map(String.init)
    guard parts.count > 1, parts.last != "1" else { return nil }
    parts.removeLast()
    if parts.last == "co" { parts.removeLast() }
    return parts.last
  }

  @Test("an app's origin comes from its certificate's fingerprint, and signs in if it is listed")
  func android() throws {
    let bytes = [UInt8](0..<32)
    let text = "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F"
    let origin = try #require(FacetOrigin.android(certificateFingerprint: bytes))
    #expect(origin.description == "android:apk-key-hash:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
    #expect(FacetOrigin.android(certificateFingerprint: text) == origin)
    #expect(FacetOrigin.android(certificateFingerprint: text.replacing(":", with: "").lowercased()) == origin)
    #expect(FacetOrigin.android(certificateFingerprint: Array(bytes.dropLast())) == nil)
    #expect(FacetOrigin.android(certificateFingerprint: "zz" + text) == nil)
    var authenticator = TestAuthenticator()
    authenticator.origin = origin.description
    expectRefusal(try Ceremony.authenticate(authenticator), 12, .originMismatch)
    var party = Ceremony.party
    party.origins.append(origin.description)
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, party).get() }
  }

  @Test("the related-origins document is written and read; other documents are rejected")
  func document() throws {
    let related = RelatedOrigins(["https://example.org", "https://example.co.uk"])
    #expect(
      String(decoding: related.json(), as: UTF8.self) == #"{"origins":["https://example.org","https://example.co.uk"]}"#
    )
    #expect(RelatedOrigins(json: related.json()) == related)
    for wrong in ["", "[]", "{}", #"{"origins":"https://example.org"}"#, #"{"origins":[1]}"#, #"{"origins":{}}"#] {
      #expect(RelatedOrigins(json: Array(wrong.utf8)) == nil)
    }
  }

  @Test("browsers accept the first five labels, with any number of origins per label")
  func labels() {
    let related = RelatedOrigins([
      "https://a.com", "https://a.co.uk", "https://www.a.de", "https://b.com", "https://c.com", "https://d.com",
      "https://e.com", "https://f.com",
      "https://e.org",
    ])
    func includes(_ origin: String, _ labels: Int = RelatedOrigins.guaranteedLabels) -> Bool {
      related.includes(origin, labels: labels, registrableLabel: Self.label)
    }
    for origin in ["https://a.com", "https://a.co.uk", "https://www.a.de", "https://e.com", "https://e.org"] {
      #expect(includes(origin))
    }
    #expect(!includes("https://f.com") && includes("https://f.com", 6))
    #expect(related.unreachable(registrableLabel: Self.label) == ["https://f.com"])
  }

  @Test("related origins must match in scheme, host and port; malformed ones are skipped")
  func sameOrigin() {
    let related = RelatedOrigins([
      "https://A.com:443/path", "nonsense", "https://user@b.com", "https://c.com:8443", "https://d.com:",
      "https://e.com:+443", "https://127.0.0.1",
      "https://ü.de",
    ])
    func includes(_ origin: String) -> Bool { related.includes(origin, registrableLabel: Self.label) }
    #expect(includes("https://a.com") && includes("https://c.com:8443") && includes("https://d.com"))
    for origin in [
      "http://a.com", "https://www.a.com", "https://a.com:8443", "https://c.com", "https://b.com", "https://e.com",
      "nonsense", "https://127.0.0.1",
      "", "https://",
    ] { #expect(!includes(origin)) }
    #expect(
      related.unreachable(registrableLabel: Self.label) == [
        "nonsense", "https://user@b.com", "https://e.com:+443", "https://127.0.0.1", "https://ü.de",
      ])
  }
}
