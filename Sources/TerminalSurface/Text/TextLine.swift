import Sentences

/// One line of text before it is wrapped, and what it is.
struct TextLine: Hashable {
  enum Look: Hashable { case title, plain, quiet, warning, error, done }
  var text: String
  var look: Look
  /// Further lines of the same sentence begin under its first letter.
  var indent: Int
  /// Parts of the text that stand on one line, where they fit on one: commands and codes, which are copied.
  var whole: [String] = []

  /// Said in the language of the person who reads (`Catalogue.current`).
  init(_ sentence: Sentence, _ look: Look = .plain, indent: Int = 0) {
    self.init(verbatim: sentence.said, look, indent: indent)
  }
  /// What is nobody's words, or is said already.
  init(verbatim text: String, _ look: Look = .plain, indent: Int = 0) {
    self.text = Self.printable(text); self.look = look; self.indent = indent
  }
  static let empty = TextLine("")

  /// Wrapped to so many columns. A word that is longer than a line stands alone and is not broken: it may be a
  /// signature to copy.
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
  /// What no line's end may part.
  private func pieces(upTo width: Int) -> [Substring] {
    let rest = text.drop { $0 == " " }, together = whole.filter { $0.count <= width }.flatMap { rest.ranges(of: $0) }
    var pieces: [Substring] = [], start = rest.startIndex
    for place in rest.indices where rest[place] == " " && !together.contains(where: { $0.contains(place) }) {
      pieces.append(rest[start..<place])
      start = rest.index(after: place)
    }
    return pieces + [rest[start...]]
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
