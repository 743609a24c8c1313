/// Why bytes are not client data (WebAuthn Level 3 §5.8.1): which of the two steps that read them fails.
public enum CollectedClientDataError: Error, Hashable, Sendable {
  /// Bytes that are not UTF-8, or an escape that is half of a surrogate pair. Both are refused, where "UTF-8 decode" (§7.1 step 5, §7.2 step 8)
  /// replaces the former.
  case notUTF8
  /// Not a JSON object with the members `type`, `challenge` and `origin`.
  case malformed
}
