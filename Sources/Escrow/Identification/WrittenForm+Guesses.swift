import Foundation

/// Other ways in which a person may have written a value, for recovery alone.
extension WrittenForm {
  /// "Zürich" as "Zurich", "Čapek" as "Capek".
  static func withoutAccents(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return composed(String(scalars))
  }

  private static let umlauts = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")]
  /// "Zürich" as "Zuerich".
  static func umlautsSpelledOut(_ text: String) -> String { umlauts.reduce(text) { $0.replacing($1.0, with: $1.1) } }
  /// "Zuerich" as "Zürich".
  static func umlautsRead(_ text: String) -> String { umlauts.reduce(text) { $0.replacing($1.1, with: $1.0) } }
}
