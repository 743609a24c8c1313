import Encoding
import Foundation
import RelyingParty
import Sentences

/// The form of the page that verifies a response: the pasted text, and the relying party's expectations.
struct PastedForm {
  var fields: [String: String]

  /// The error for a form that cannot be verified, with the reason in a sentence.
  struct Unreadable: Error { var sentence: Sentence }

  private func text(_ name: String) -> String { (fields[name] ?? "").trimmingPrefix { $0.isWhitespace }.trimmedAtEnd }

  /// Returns a captured row (docs/VERIFY.md) to be verified at `time`, and the parts of it that had to be taken from
  /// the response itself.
  func row(
    at time: Date
  ) throws(Unreadable) -> (json: [UInt8], taken: Set<CeremonyReport.Taken>, pasted: PastedResponse) {
    let response = Array(text("response").utf8)
    guard !response.isEmpty else {
      throw Unreadable(sentence: "Paste a response first: what credential.toJSON() gives.")
    }
    let pasted: PastedResponse
    do { pasted = try PastedResponse(response) } catch {
      throw Unreadable(
        sentence: """
          This is not JSON (\(error.fault.words)) at character \(error.offset + 1). It is not repeated here, because \
          it may hold secrets. Go back in your browser to mend it.
          """)
    }
    if pasted.isRow { return (response, [], pasted) }
    let kinds = ["registration": "registration", "assertion": "assertion"]
    let own = pasted.ceremony.map { $0 == .registration ? "registration" : "assertion" }
    guard let kind = kinds[text("kind")] ?? own else {
      throw Unreadable(
        sentence: """
          This has neither an attestation object nor a signature, so it is no response of a passkey. Paste what \
          credential.toJSON() gives.
          """)
    }
    if kind == "assertion", text("credentialPublicKey").isEmpty {
      throw Unreadable(
        sentence: """
          A sign-in is judged with the stored public key. Put it under “The stored credential”, then check again.
          """)
    }
    let count = text("credentialSignCount")
    guard count.isEmpty || UInt32(count) != nil else {
      throw Unreadable(
        sentence: "The stored counter is a whole number from 0 to \(UInt32.max). Mend it, or leave it empty.")
    }
    let origins = text("origins").split { $0.isWhitespace || $0 == "," }.map(String.init)
    var taken: Set<CeremonyReport.Taken> = []
    if text("challenge").isEmpty { taken.insert(.challenge) }
    if origins.isEmpty { taken.insert(.origins) }
    if text("rpId").isEmpty { taken.insert(.rpID) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("rpId", taken.contains(.rpID) ? pasted.rpID ?? "" : text("rpId"))
      writer.member("origins") {
        $0.array(taken.contains(.origins) ? [pasted.origin ?? ""] : origins) { $0.string($1) }
      }
      writer.member("challenge", taken.contains(.challenge) ? pasted.challenge ?? "" : text("challenge"))
      writer.member("verifyAt", time.ISO8601Format())
      writer.member("requireUserVerification", fields["userVerification"] != nil)
      if kind == "assertion" {
        writer.member("credentialPublicKey", text("credentialPublicKey"))
        writer.member("credentialSignCount", Int(text("credentialSignCount")))
        writer.member("credentialBackupEligible", ["yes": true, "no": false][text("credentialBackupEligible")])
        writer.member("credentialId", text("credentialId").isEmpty ? nil : text("credentialId"))
      }
    }
    // The response is inserted unchanged, because re-encoding would make it a different response.
    return (writer.bytes.dropLast() + Array(#","response":"#.utf8) + response + [UInt8(ascii: "}")], taken, pasted)
  }
}

extension Substring {
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension JSONError.Fault {
  fileprivate var words: Sentence {
    switch self {
    case .malformed: "something else was expected"
    case .truncated: "the text ends too early"
    case .duplicateName: "two members of one object have the same name"
    case .notUnicode: "a text in it is not Unicode"
    case .tooDeep: "it is too deep"
    case .tooLarge: "it is too large"
    }
  }
}
