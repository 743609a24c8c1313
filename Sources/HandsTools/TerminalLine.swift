import Encoding

/// Untrusted text, made safe to show on one line of a terminal.
public enum TerminalLine {
  /// Replaces with a mark every character that could move the cursor, reverse the writing direction, end a quotation or
  /// stay invisible, so that the text cannot be mistaken for a different text.
  ///
  /// - Parameter most: The maximum number of Unicode scalars to show. The number of omitted scalars is stated.
  public static func plain(_ text: String, most: Int) -> String {
    let scalars = text.unicodeScalars
    var shown = String.UnicodeScalarView(), marksInRow = 0
    for scalar in scalars.prefix(most) {
      marksInRow = isMark(scalar) ? marksInRow + 1 : 0
      shown.append(isVisible(scalar) && marksInRow <= mostMarks ? scalar : "\u{FFFD}")
    }
    let left = scalars.count - most
    return left > 0 ? "\(String(shown))… and \(left) more characters" : String(shown)
  }

  /// The maximum number of marks on one letter. No language uses more, and a hundred marks would cover the lines above.
  private static let mostMarks = 3

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint, !"“”\u{2800}".unicodeScalars.contains(scalar) else {
      return false
    }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}

extension Secret {
  /// The secret as a string that is never wiped, for text that is checked here or shown to the person.
  package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
