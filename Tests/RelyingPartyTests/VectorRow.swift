import Encoding
import Foundation

@testable import RelyingParty

/// One captured ceremony, and what it is expected to come to.
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

  /// What is verified by default, and ML-DSA-44, which is refused with its reason.
  private static let algorithms = Set((SignatureAlgorithms.standard.identifiers + [.mlDSA44]).map { Int64($0.rawValue) })

  private static let formats = Set(AttestationFormats.standard.identifiers)

  /// Formats and algorithms that this library verifies so far.
  var isInScope: Bool {
    (format.map { Self.formats.contains($0) } ?? true) && (algorithm.map { Self.algorithms.contains($0) } ?? true)
  }

  var description: String { id }

  /// The attestation object of a registration, where it can be read, with its lengths written out.
  var attestationObject: AttestationObject? {
    guard let document = try? JSONDocument(json), let response = document.member("response", of: document.root),
      let inner = document.member("response", of: response), let node = document.member("attestationObject", of: inner),
      let bytes = document.base64URL(node)
    else { return nil }
    return try? AttestationObject(DefiniteLengths.rewrite(bytes) ?? bytes)
  }

  var agrees: Bool {
    guard let error = verdict.error else {
      return expected == "ok" && (expectedKey == nil || kind != "registration" || verdict.credentialPublicKey == expectedKey)
    }
    return expected == "error" && (expectedError == nil || expectedError == error.code.rawValue)
  }

  /// The certificates in its attestation object, as they came.
  var certificates: [[UInt8]] {
    (try? attestationObject?.statement)?["x5c"]?.array?.compactMap { $0.byteString.map { Array($0) } } ?? []
  }

  init?(_ json: [UInt8], like base: RelyingParty? = nil) {
    guard let document = try? JSONDocument(json), document.root.kind == .object else { return nil }
    func text(_ name: StaticString) -> String? { document.member(name, of: document.root).flatMap(document.string) }
    guard let id = text("id"), let authority = text("authority"), let kind = text("kind"), let expected = text("expected") else { return nil }
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
