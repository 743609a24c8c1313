/// The names that people see throughout the product. Each is defined only here.
public enum Product {
  public static let name = "Latchstring"
  /// The version of the whole product: programs, page and extension.
  public static let version = "0.1.0"
  /// The name of the voice that speaks on every screen.
  public static let voice = "Cocotte"
  /// The log source for everything about the program's start and maintenance, regardless of which room writes it.
  public static let logSource = "latchstring"
}
