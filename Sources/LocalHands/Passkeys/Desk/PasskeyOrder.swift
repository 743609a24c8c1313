/// What this computer's own page wants of its passkeys. Each is named by its credential id, in hexadecimal.
public enum PasskeyOrder: Codable, Hashable, Sendable {
  case look
  case rename(id: String, name: String)
  case delete(id: String)
  /// Erases all of them.
  case reset
}
