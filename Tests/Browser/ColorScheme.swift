/// What `prefers-color-scheme` says.
public enum ColorScheme: String, Sendable {
  case light, dark
}
