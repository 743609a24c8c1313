import Encoding
import Foundation
import Testing

@testable import RelyingParty

/// The captured ceremonies of the specification, of Chromium, and of other libraries' tests, in the folder that `LATCHSTRING_VECTORS` names.
@Suite struct VectorTests {
  static let rows: [VectorRow]? = VectorRow.load()

  @Test("every captured ceremony of the specification and of the browser that is in scope passes, or stands among the decisions")
  func authoritativeRows() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let judged = rows.filter { $0.authority != "peer" && $0.isInScope }
    let failed = judged.filter { $0.verdict.error != nil && !Decisions.rows.contains($0.id) }.map(\.verdict.line)
    print("judged \(judged.count) rows of the specification and of Chromium")
    #expect(failed == [])
    #expect(judged.count >= 62)
  }

  @Test("every captured ceremony of another library that is in scope agrees with what is expected, or stands among the decisions")
  func peerRows() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let judged = rows.filter { $0.authority == "peer" && $0.isInScope }
    print("judged \(judged.count) rows of other libraries")
    let differing = judged.filter { !$0.agrees && !Decisions.rows.contains($0.id) }
    for row in differing { print("expected \(row.expected) \(row.expectedError ?? ""), got \(row.verdict.line)") }
    #expect(differing.isEmpty)
    // A decision that no row needs any more would hide the next disagreement.
    let unneeded = judged.filter { $0.agrees && Decisions.rows.contains($0.id) }.map(\.id)
    #expect(unneeded == [])
    #expect(judged.count >= 147)
  }

  @Test("no captured ceremony that has to be refused is accepted, in scope or not")
  func noWrongAccept() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let refusals = rows.filter { $0.expected == "error" }
    #expect(refusals.filter { $0.verdict.error == nil && !Decisions.rows.contains($0.id) }.map(\.id) == [])
    #expect(refusals.count >= 60)
  }

  @Test("a captured key of ML-DSA-44 is refused because the library does not offer it, and for nothing else")
  func mlDSA44() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    // A chain of ML-DSA certificates cannot be read at all: see the decisions.
    let judged = rows.filter { $0.algorithm == -48 && $0.id != "java/Packed.BasicAttestationMlDsa44/reg" }
    for row in judged {
      #expect(row.verdict.error?.code == .unsupportedPublicKey && row.verdict.sentence.contains("not ML-DSA-44"), "\(row.verdict.line)")
    }
    #expect(judged.count >= 6)
  }

  @Test("where the policy takes SHA-1 from TPMs, the captured statements of Windows that rest on it pass, and are refused otherwise")
  func tpmWithSHA1() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    for row in rows where Decisions.tpmWithSHA1.contains(row.id) {
      #expect(row.verdict.error?.code == .insecureAlgorithm, "\(row.verdict.line)")
      let verdict = RelyingParty.judge(captured: Array(#"{"tpmAcceptsSHA1":true,"#.utf8) + row.json.dropFirst())
      #expect(verdict.error == nil, "\(verdict.line)")
    }
  }

  @Test("captured statements whose maps are of indefinite length come to what is expected, or to the decision, once they have their lengths")
  func indefiniteMaps() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    for row in rows where Decisions.indefiniteMaps.contains(row.id) {
      let json = try #require(Self.withDefiniteLengths(row.json), "\(row.id)")
      let mended = try #require(VectorRow(json))
      if let fault = Decisions.faultsOfIndefiniteMaps[row.id] {
        #expect(mended.verdict.error?.code == fault, "\(mended.verdict.line)")
      } else {
        #expect(mended.agrees, "\(mended.verdict.line)")
      }
    }
  }

  private static func withDefiniteLengths(_ json: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(json), let outer = document.member("response", of: document.root),
      let inner = document.member("response", of: outer), let node = document.member("attestationObject", of: inner),
      let object = document.base64URL(node).flatMap(DefiniteLengths.rewrite)
    else { return nil }
    return Array(json[..<node.range.lowerBound]) + Array(Base64URL.encode(object).utf8) + Array(json[node.range.upperBound...])
  }

  static func sayMissing() { print("LATCHSTRING_VECTORS is not set: the captured ceremonies were not judged") }
}
