import Sentences

/// One line of text before it is wrapped, and its role.
struct TextLine: Hashable {
  enum Look: Hashable { case title, plain, quiet, warning, error, done }
  var text: String
  var look: Look
  /// The indentation of the sentence's continuation lines, which begin under its first letter.
  var indent: Int
  /// Parts of the text that are kept on one line if they fit, such as commands and codes that are copied.
  var whole: [String] = []

  /// Creates a line from a sentence, rendered in the reader's language (`Catalogue.current`).
  init(_ sentence: Sentence, _ look: Look = .plain, indent: Int = 0) {
    self.init(verbatim: sentence.said, look, indent: indent)
  }
  /// Creates a line from text that is not one of our sentences, or is already translated.
  init(verbatim text: String, _ look: Look = .plain, indent: Int = 0) {
    self.text = Self.printable(text); self.look = look; self.indent = indent
  }
  static let empty = TextLine("")

  /// Returns the text wrapped to this many columns. A word longer than a line gets a line of its own and is not broken,
  /// because it may be a signature to copy.
  func wrapped(to columns: Int) -> [String] {
    let width = max(columns, 20), margin = String(repeating: " ", count: indent)
    var lines: [String] = [], line: String?
    for piece in pieces(upTo: width - indent) {
      guard let begun = line else {
        line = String(text.prefix { $0 == " " }) + piece
        continue
      }
      if begun.count + 1 + piece.count <= width {
        line = begun + " " + piece
      } else if !piece.isEmpty {
        lines.append(begun)
        line = margin + piece
      }
    }
    return lines + [line ?? ""]
  }
  /// Returns the pieces that no line break may split.
  private func pieces(upTo width: Int) -> [Substring] {
    let rest = text.drop { $0 == " " }, together = whole.filter { $0.count <= width }.flatMap { rest.ranges(of: $0) }
    var pieces: [Substring] = [], start = rest.startIndex
    for place in rest.indices where rest[place] == " " && !together.contains(where: { $0.contains(place) }) {
      pieces.append(rest[start..<place])
      start = rest.index(after: place)
    }
    return pieces + [rest[start...]]
  }

  /// Returns the wrapped lines as a terminal shows them. Color only supplements the words.
  func drawn(on terminal: some Terminal) -> [String] {
    let lines = wrapped(to: terminal.columns)
    guard terminal.hasColor, let code = look.code else { return lines }
    return lines.map { "\u{1B}[\(code)m\($0)\u{1B}[0m" }
  }

  /// Removes control characters that a terminal would interpret, because names come from cards and from other people.
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
