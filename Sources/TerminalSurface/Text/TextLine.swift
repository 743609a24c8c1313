/// One line of text before it is wrapped, and what it is.
struct TextLine: Hashable {
  enum Look: Hashable { case title, plain, quiet, warning, error, done }
  var text: String
  var look: Look
  /// Further lines of the same sentence begin under its first letter.
  var indent: Int

  init(_ text: String, _ look: Look = .plain, indent: Int = 0) {
    self.text = Self.printable(text); self.look = look; self.indent = indent
  }
  static let empty = TextLine("")

  /// Wrapped to so many columns. A word that is longer than a line stands alone and is not broken: it may be a signature to copy.
  func wrapped(to columns: Int) -> [String] {
    let width = max(columns, 20)
    var lines: [String] = [], line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      }
    }
    return lines + [line]
  }

  /// The wrapped lines as a terminal shows them; color only adds to what the words say.
  func drawn(on terminal: some Terminal) -> [String] {
    let lines = wrapped(to: terminal.columns)
    guard terminal.hasColor, let code = look.code else { return lines }
    return lines.map { "\u{1B}[\(code)m\($0)\u{1B}[0m" }
  }

  /// Without characters that a terminal would obey: names come from cards and from other people.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}

extension TextLine.Look {
  fileprivate var code: String? {
    switch self {
    case .title: "1"
    case .plain: nil
    case .quiet: "2"
    case .warning: "33"
    case .error: "31"
    case .done: "32"
    }
  }
}
