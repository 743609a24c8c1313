/// What a browser may show for a request (Credential Management `uiMode`).
public enum CredentialUIMode: String, Hashable, Sendable, Codable {
  /// Only what can be answered at once with credentials of this device; otherwise the request is refused without a word to the person.
  case immediate
}
