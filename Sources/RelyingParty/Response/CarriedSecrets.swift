import Encoding

/// What must never reach a server, and what a page leaves in a response when it sends `toJSON()` as it is.
public enum CarriedSecrets {
  /// Whether `clientExtensionResults.prf.results` is there (WebAuthn Level 3 §10.1.4): outputs that open the person's data.
  /// A body that is no JSON has none.
  public static func prfResults(in json: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(json), let node = document.member("clientExtensionResults", of: document.root) else { return false }
    return ClientExtensionResults(document: document, node: node).hasPRFResults
  }
}

extension CarriedSecrets {
  /// Whether outputs of PRF (`prf.results`) or of its forerunner (`hmacGetSecret`) stand anywhere in a document. Stricter than
  /// ``prfResults(in:)``, for places that show again what they were given.
  public static func anywhere(in document: JSONDocument) -> Bool { anywhere(in: document, document.root) }

  // The document is at most 32 deep.
  private static func anywhere(in document: JSONDocument, _ node: JSONNode) -> Bool {
    if document.items(of: node).contains(where: { anywhere(in: document, $0) }) { return true }
    return document.members(of: node).contains { name, value in
      if document.equals(name, "hmacGetSecret"), value.kind != .null { return true }
      if document.equals(name, "prf"), let results = document.member("results", of: value), results.kind != .null { return true }
      return anywhere(in: document, value)
    }
  }
}
