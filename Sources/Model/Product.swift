/// The two names that people read everywhere, each in this one place.
public enum Product {
  public static let name = "Latchstring"
  /// Who speaks on every screen.
  public static let voice = "Cocotte"
}
