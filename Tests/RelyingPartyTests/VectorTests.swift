import Encoding
import Foundation
import Testing
@testable import RelyingParty

/// The captured ceremonies from the specification, Chromium and other libraries' tests, in the folder named by
/// `LATCHSTRING_VECTORS`.
@Suite struct VectorTests {
  static let rows: [VectorRow]? = VectorRow.load()

  @Test("captured ceremonies of the specification and the browser pass or have a recorded decision")
  func authoritativeRows() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let judged = rows.filter { $0.authority != "peer" && $0.isInScope }
    let failed = judged.filter { $0.verdict.error != nil && !Decisions.rows.contains($0.id) }.map(\.verdict.line)
    print("judged \(judged.count) rows of the specification and of Chromium")
    #expect(failed == [])
    #expect(judged.count >= 62)
  }

  @Test("captured ceremonies of other libraries have the expected result or a recorded decision")
  func peerRows() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let judged = rows.filter { $0.authority == "peer" && $0.isInScope }
    print("judged \(judged.count) rows of other libraries")
    let differing = judged.filter { !$0.agrees && !Decisions.rows.contains($0.id) }
    for row in differing { print("expected \(row.expected) \(row.expectedError ?? ""), got \(row.verdict.line)") }
    #expect(differing.isEmpty)
    // A decision that no row needs any longer would hide the next disagreement.
    let unneeded = judged.filter { $0.agrees && Decisions.rows.contains($0.id) }.map(\.id)
    #expect(unneeded == [])
    #expect(judged.count >= 147)
  }

  @Test("no captured ceremony that must be rejected is accepted, in scope or not")
  func noWrongAccept() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    let refusals = rows.filter { $0.expected == "error" }
    #expect(refusals.filter { $0.verdict.error == nil && !Decisions.rows.contains($0.id) }.map(\.id) == [])
    #expect(refusals.count >= 60)
  }

  @Test("a captured ML-DSA-44 key is rejected only because the library does not offer it")
  func mlDSA44() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    // A chain of ML-DSA certificates cannot be read: see the decisions.
    let judged = rows.filter { $0.algorithm == -48 && $0.id != "java/Packed.BasicAttestationMlDsa44/reg" }
    for row in judged {
      #expect(
        row.verdict.error?.code == .unsupportedPublicKey && row.verdict.sentence.contains("not ML-DSA-44"),
        "\(row.verdict.line)")
    }
    #expect(judged.count >= 6)
  }

  @Test("captured Windows statements that rely on SHA-1 pass only if the policy accepts it")
  func tpmWithSHA1() throws {
    guard let rows = Self.rows else { return Self.sayMissing() }
    for row in rows where Decisions.tpmWithSHA1.contains(row.id) {
      #expect(row.verdict.error?.code == .insecureAlgorithm, "\(row.verdict.line)")
      let verdict = RelyingParty.judge(captured: Array(#"{"tpmAcceptsSHA1":true,"#.utf8) + row.json.dropFirst())
      #expect(verdict.error == nil, "\(verdict.line)")
    }
  }

  @Test("captured statements with indefinite-length maps have the decided result once rewritten")
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
    return Array(json[..<node.range.lowerBound]) + Array(Base64URL.encode(object).utf8)
      + Array(json[node.range.upperBound...])
  }

  static func sayMissing() { print("LATCHSTRING_VECTORS is not set: the captured ceremonies were not judged") }
}

/// One captured ceremony and its expected result.
struct VectorRow: Sendable, CustomStringConvertible {
  let id: String
  let authority: String
  let kind: String
  let format: String?
  let algorithm: Int64?
  let expected: String
  let expectedError: String?
  let expectedKey: [UInt8]?
  let json: [UInt8]
  let verdict: CapturedVerdict

  /// The algorithms verified by default, and ML-DSA-44, which is refused with a reason.
  private static let algorithms = Set(
    (SignatureAlgorithms.standard.identifiers + [.mlDSA44]).map { Int64($0.rawValue) })

  private static let formats = Set(AttestationFormats.standard.identifiers)

  /// `true` for formats and algorithms that this library already verifies.
  var isInScope: Bool {
    (format.map { Self.formats.contains($0) } ?? true) && (algorithm.map { Self.algorithms.contains($0) } ?? true)
  }

  var description: String { id }

  /// A registration's attestation object, if it can be read, with definite lengths.
  var attestationObject: AttestationObject? {
    guard let document = try? JSONDocument(json), let response = document.member("response", of: document.root),
      let inner = document.member("response", of: response), let node = document.member("attestationObject", of: inner),
      let bytes = document.base64URL(node)
    else { return nil }
    return try? AttestationObject(DefiniteLengths.rewrite(bytes) ?? bytes)
  }

  var agrees: Bool {
    guard let error = verdict.error else {
      return expected == "ok"
        && (expectedKey == nil || kind != "registration" || verdict.credentialPublicKey == expectedKey)
    }
    return expected == "error" && (expectedError == nil || expectedError == error.code.rawValue)
  }

  /// The certificates in the attestation object, unchanged.
  var certificates: [[UInt8]] {
    (try? attestationObject?.statement)?["x5c"]?.array?.compactMap { $0.byteString.map { Array($0) } } ?? []
  }

  init?(_ json: [UInt8], like base: RelyingParty? = nil) {
    guard let document = try? JSONDocument(json), document.root.kind == .object else { return nil }
    func text(_ name: StaticString) -> String? { document.member(name, of: document.root).flatMap(document.string) }
    guard let id = text("id"), let authority = text("authority"), let kind = text("kind"),
      let expected = text("expected")
    else { return nil }
    (self.id, self.authority, self.kind, self.expected, self.json) = (id, authority, kind, expected, json)
    format = text("fmt")
    algorithm = document.member("alg", of: document.root).flatMap(document.integer)
    expectedError = text("expectedError")
    expectedKey = document.member("expectedCredentialPublicKey", of: document.root).flatMap(document.base64URL)
    verdict = RelyingParty.judge(captured: json, like: base)
  }

  static func load(like base: RelyingParty? = nil) -> [VectorRow]? {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_VECTORS"],
      let data = FileManager.default.contents(atPath: folder + "/webauthn/ceremonies.jsonl")
    else { return nil }
    return [UInt8](data).split(separator: UInt8(ascii: "\n")).compactMap { VectorRow(Array($0), like: base) }
  }
}
