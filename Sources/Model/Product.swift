/// The names that people read everywhere, each defined in this one place.
public enum Product {
  public static let name = "Latchstring"
  /// The version of the whole: programs, page and extension.
  public static let version = "0.1.0"
  /// The voice on every screen.
  public static let voice = "Cocotte"
  /// The source of what the program logs about its start and its upkeep, whichever room writes it.
  public static let logSource = "latchstring"
}
