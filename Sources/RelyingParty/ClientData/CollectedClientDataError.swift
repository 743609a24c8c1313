/// Why bytes are not client data (WebAuthn Level 3 §5.8.1): which of the two steps that read them fails.
public enum CollectedClientDataError: Error, Hashable, Sendable {
  /// Not UTF-8.
  case notUTF8
  /// Not a JSON object with the members `type`, `challenge` and `origin`.
  case malformed
}
