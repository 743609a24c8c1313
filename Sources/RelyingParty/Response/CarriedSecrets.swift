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
