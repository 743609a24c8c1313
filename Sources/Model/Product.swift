/// The two names that people read everywhere, each in this one place.
public enum Product {
  public static let name = "Latchstring"
  /// Of the whole: programs, page and extension.
  public static let version = "0.1.0"
  /// Who speaks on every screen.
  public static let voice = "Cocotte"
}
