/// A value of `prefers-color-scheme`.
public enum ColorScheme: String, Sendable {
  case light, dark
}
