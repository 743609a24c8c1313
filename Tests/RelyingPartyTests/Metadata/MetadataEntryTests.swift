import SeededNumbers
import TestMetadata
import Testing

@testable import RelyingParty

/// Entries: which are skipped, which invalidate the BLOB, and how a model is found.
@Suite struct MetadataEntryTests {
  private let one = [UInt8](1...16), two = [UInt8](17...32)

  private func blob(_ entries: String...) throws(MetadataError) -> MetadataBLOB {
    try MetadataBLOB(payload: Array(MetadataPayload(entries).json.utf8))
  }

  @Test("an entry without a readable model is skipped and counted; the others are kept") func skipped() throws {
    let good = MetadataPayload.entry(MetadataPayload.aaguid(one))
    for identity in [
      #""aaguid":"1""#, #""aaguid":7"#, MetadataPayload.aaguid(Array(repeating: 0, count: 16)), #""other":"x""#,
    ] {
      let blob = try blob(MetadataPayload.entry(identity), good)
      #expect(
        blob.entries.count == 1 && blob.skippedEntryCount == 1 && AAGUID(one).flatMap { blob[$0] } != nil, "\(identity)"
      )
    }
    #expect(try blob("7", good).skippedEntryCount == 1)
  }

  @Test("unreadable status reports invalidate the whole BLOB, since they could hide a revocation") func reports() {
    let identity = MetadataPayload.aaguid(one)
    for reports in [
      "7", "[7]", "[{}]", #"[{"status":7}]"#, #"[{"status":"REVOKED","effectiveDate":"soon"}]"#,
      #"[{"status":"REVOKED","effectiveDate":7}]"#,
    ] {
      #expect(throws: MetadataError(.malformed), "\(reports)") {
        try blob(#"{\#(identity),"statusReports":\#(reports)}"#)
      }
    }
    #expect(throws: MetadataError(.malformed)) { try blob("{\(identity)}") }
  }

  @Test("a statement with few members is read") func thin() throws {
    let entry = try #require(
      try blob(
        #"{\#(MetadataPayload.aaguid(one)),"statusReports":[],"metadataStatement":{"description":"A","icon":7,"#
          + #""keyProtection":"x"}}"#
      ).entries
        .first)
    #expect(
      entry.statement?.description == "A" && entry.statement?.icon == nil && entry.statement?.keyProtection == []
        && entry.anchors.isEmpty)
    #expect(
      try blob(#"{\#(MetadataPayload.aaguid(one)),"statusReports":[],"metadataStatement":7}"#).entries.first?.statement
        == nil)
  }

  @Test("a model is found by its AAGUID or, if it has none, by its certificate's key") func lookup() throws {
    let identifier = [UInt8](repeating: 0xab, count: 20)
    let u2f = #""attestationCertificateKeyIdentifiers":["\#(String(repeating: "ab", count: 20))","00"]"#
    let blob = try blob(
      MetadataPayload.entry(MetadataPayload.aaguid(one), name: "One"), MetadataPayload.entry(u2f, name: "U2F"),
      MetadataPayload.entry(#""aaid":"1234#5678""#, name: "UAF"))
    #expect(
      AAGUID(one).flatMap { blob[$0] }?.statement?.description == "One" && AAGUID(two).flatMap { blob[$0] } == nil)
    #expect(blob[certificateKeyIdentifier: identifier]?.statement?.description == "U2F")
    #expect(blob[certificateKeyIdentifier: [0]] == nil && blob.entries.count == 3)
  }

  @Test("the first of two entries for a model is used, with the reports of both") func twice() throws {
    let identity = MetadataPayload.aaguid(one)
    let blob = try blob(
      MetadataPayload.entry(identity, name: "First"),
      MetadataPayload.entry(identity, name: "Second", reports: [("REVOKED", "2021-01-01")]))
    let entry = try #require(AAGUID(one).flatMap { blob[$0] })
    #expect(blob.entries.count == 1 && entry.statement?.description == "First")
    #expect(!MetadataStatusPolicy().judge(entry, isVouched: true, at: Ceremony.now).isAccepted)
  }

  @Test("two models sharing a certificate key keep their names, and either's revocation counts")
  func sharedKey() throws {
    let key = #""attestationCertificateKeyIdentifiers":["\#(String(repeating: "ab", count: 20))"]"#
    let blob = try blob(
      MetadataPayload.entry(key, name: "U2F"),
      MetadataPayload.entry("\(MetadataPayload.aaguid(one)),\(key)", name: "One", reports: [("REVOKED", "2021-01-01")]))
    let shared = try #require(blob[certificateKeyIdentifier: [UInt8](repeating: 0xab, count: 20)])
    #expect(blob.entries.count == 2 && shared.statement?.description == "U2F" && shared.statusReports.count == 2)
    #expect(AAGUID(one).flatMap { blob[$0] }?.statement?.description == "One")
  }

  @Test("only a PNG of a reasonable size is read as an icon") func icon() {
    let png = MetadataPayload.png
    #expect(MetadataIcon(dataURL: Array(MetadataPayload.dataURL(png).utf8))?.png == png)
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
    for wrong in [
      MetadataPayload.dataURL(svg), MetadataPayload.dataURL(svg, type: "image/svg+xml"),
      MetadataPayload.dataURL(png, type: "image/gif"),
      "https://a.example/icon.png", "data:image/png;base64,%89", "data:image/png;base64,",
      MetadataPayload.dataURL(Array(png.dropFirst())),
      MetadataPayload.dataURL(png + [UInt8](repeating: 0, count: MetadataIcon.maximumSize)),
    ] { #expect(MetadataIcon(dataURL: Array(wrong.utf8)) == nil, "\(wrong.prefix(60))") }
  }

  @Test("a payload with altered bytes is rejected or read without trapping") func mutations() throws {
    var random = SeededNumbers(seed: 7)
    let entry = MetadataPayload.entry(
      MetadataPayload.aaguid(one), roots: [[1, 2, 3]], icon: MetadataPayload.dataURL(MetadataPayload.png))
    let right = Array(MetadataPayload([entry]).json.utf8)
    for _ in 0..<3000 {
      var bytes = right
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = .random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: place)
        }
      }
      _ = try? MetadataBLOB(payload: bytes)
      _ = try? MetadataCache(kept: bytes, fetchedAt: Ceremony.now)
    }
  }
}
