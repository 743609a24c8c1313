import CeremonyService
import Demo
import Encoding
import Foundation
import RelyingParty
import TestMetadata
import TestSite
import Testing

/// Tests what metadata adds to a key's page in Settings: a model's name and its picture.
@Suite struct ModelTests {
  private let known = [UInt8](1...16), plain = [UInt8](17...32), drawn = [UInt8](33...48)
  private let knownID = "01020304-0506-0708-090a-0b0c0d0e0f10"

  private func shelf() throws -> CurrentMetadata {
    let signer = try SignedMetadata(), svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
    let entries = [
      MetadataPayload.entry(
        MetadataPayload.aaguid(known), name: "Model <One>", icon: MetadataPayload.dataURL(MetadataPayload.png)),
      MetadataPayload.entry(MetadataPayload.aaguid(plain), name: "Model Two"),
      MetadataPayload.entry(
        MetadataPayload.aaguid(drawn), name: "Model Three", icon: MetadataPayload.dataURL(svg, type: "image/svg+xml")),
    ]
    let trust = try #require(MetadataTrust(root: signer.certificate))
    return CurrentMetadata(
      try MetadataBLOB(
        try signer.token(MetadataPayload(entries).json), trust: trust, at: UnixTime(seconds: 1_767_225_600)))
  }

  @Test("a known model's name is shown as the key's claim, with the picture from this site") func names()
    async throws
  {
    try await withSite(metadata: try shelf()) { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      for (label, aaguid) in [("one", known), ("two", plain), ("three", drawn), ("four", Array(49...64))] {
        try await site.addKey(label, aaguid: aaguid)
      }
      func page(_ label: String) async throws -> String { try await visitor.key("key-\(label)") }
      let one = try await page("one")
      #expect(one.contains("<img src=\"/models/\(knownID)/icon.png\" alt=\"\" width=\"24\" height=\"24\">"))
      #expect(one.contains("says it is a “Model &lt;One&gt;”") && !one.contains("data:"))
      for (label, name) in [("two", "Model Two"), ("three", "Model Three")] {
        let page = try await page(label)
        #expect(page.contains("says it is a “\(name)”") && !page.contains("<img"))
      }
      let four = try await page("four"), list = try await visitor.room(.keys)
      #expect(!four.contains("key-model") && !four.contains("says it is a “"))
      #expect(!list.contains("says it is a “"), "it is for the key's own page")
    }
  }

  @Test("without metadata, the page shows no model, and there is no picture") func without() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("one", aaguid: known)
      let page = try await visitor.key("key-one")
      #expect(page.contains(">one</h1>") && !page.contains("key-model") && !page.contains("/models/"))
      #expect(try await visitor.get("/models/\(knownID)/icon.png").status == 404)
    }
  }

  @Test("if the model has a picture, it is served as a PNG that cannot be sniffed as anything else") func icon()
    async throws
  {
    try await withSite(metadata: try shelf()) { (site) async throws in
      let visitor = Visitor(site), answer = try await visitor.get("/models/\(knownID)/icon.png")
      #expect(answer.status == 200 && answer.body == MetadataPayload.png)
      #expect(answer.header("content-type") == "image/png" && answer.header("x-content-type-options") == "nosniff")
      #expect(answer.header("content-security-policy")?.contains("img-src 'self'") == true)
      for other in [
        "11121314-1516-1718-191a-1b1c1d1e1f20", "21222324-2526-2728-292a-2b2c2d2e2f30",
        "31323334-3536-3738-393a-3b3c3d3e3f40",
        "00000000-0000-0000-0000-000000000000", "x",
      ] { #expect(try await visitor.get("/models/\(other)/icon.png").status == 404, "\(other)") }
    }
  }

  @Test("a key of a revoked model is rejected, and a key of another model is accepted") func revoked() async throws {
    let signer = try SignedMetadata(), trust = try #require(MetadataTrust(root: signer.certificate))
    let entry = MetadataPayload.entry(MetadataPayload.aaguid(known), reports: [("REVOKED", "2024-01-01")])
    let token = try signer.token(MetadataPayload([entry]).json)
    let blob = try MetadataBLOB(token, trust: trust, at: UnixTime(seconds: 1_767_225_600))
    try await withSite(metadata: CurrentMetadata(blob)) { (site) async throws in
      for (name, aaguid, status, code) in [
        ("mirela", known, 400, "metadata-status-refused"), ("ilinca", plain, 200, nil),
      ] {
        let visitor = Visitor(site)
        let options = try await visitor.post("/api/registration/options", "{\"username\":\"\(name)\"}").text
        let response = try self.claiming(aaguid, try DemoAuthenticator().create(options, origin: site.origin))
        let answer = try await visitor.post("/api/registration/verify", response)
        #expect(answer.status == status && answer.json["code"] as? String == code, "\(answer.text)")
      }
    }
  }

  /// An answer without an attestation, in which the key claims a model: the sixteen bytes before the credential's id
  /// and its length.
  private func claiming(_ aaguid: [UInt8], _ response: String) throws -> String {
    var credential = try #require(try JSONSerialization.jsonObject(with: Data(response.utf8)) as? [String: Any])
    var inner = try #require(credential["response"] as? [String: Any])
    let id = try #require((credential["id"] as? String).flatMap { Base64URL.decode($0) })
    var object = try #require((inner["attestationObject"] as? String).flatMap { Base64URL.decode($0) })
    let place = try #require(object.indices.first { object[$0...].starts(with: id) })
    object.replaceSubrange(place - 18..<place - 2, with: aaguid)
    inner["attestationObject"] = Base64URL.encode(object)
    credential["response"] = inner
    return String(decoding: try JSONSerialization.data(withJSONObject: credential), as: UTF8.self)
  }
}
