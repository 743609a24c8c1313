/// Text of somebody else's, as one line of a terminal.
enum TerminalLine {
  /// Whatever could move the cursor, turn the writing around or be seen as nothing becomes a mark, so that the text cannot look like another.
  ///
  /// - Parameter most: So many characters are shown, and how many more there are is said.
  static func plain(_ text: String, most: Int) -> String {
    let visible = String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : "\u{FFFD}" }))
    guard visible.count > most else { return visible }
    return "\(visible.prefix(most))… and \(visible.count - most) more characters"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}
