/// The words of a page that a person reads or a screen reader speaks.
struct UnsaidText {
  private(set) var words: [String] = []
  /// The element whose text is skipped, and how many elements with its name are open.
  private var skipped: (name: Substring, depth: Int)?

  /// - Parameters:
  ///   - html: The page. Code, scripts and anything marked as English are not among its words.
  ///   - data: Names and addresses that are the same in every language.
  static func words(in html: String, except data: [String] = []) -> [String] {
    var text = UnsaidText()
    var rest = html[...]
    while let tag = rest.firstMatch(of: /<(\/?)([a-zA-Z!][a-zA-Z0-9]*)((?:[^<>"]|"[^"]*")*)>/) {
      text.read(rest[..<tag.range.lowerBound])
      text.readTag(isEnd: !tag.1.isEmpty, tag.2, tag.3)
      rest = rest[tag.range.upperBound...]
    }
    text.read(rest)
    return text.words.filter { words in
      data.reduce(words) { $0.replacing($1, with: "") }.contains(where: \.isLetter)
    }
  }

  private mutating func readTag(isEnd: Bool, _ name: Substring, _ attributes: Substring) {
    if let (skippedName, count) = skipped {
      guard name == skippedName else { return }
      let left = isEnd ? count - 1 : count + 1
      skipped = left == 0 ? nil : (skippedName, left)
      return
    }
    guard !isEnd else { return }
    for attribute in attributes.matches(of: /\b([a-z-]+)="([^"]*)"/) where Self.spoken.contains(String(attribute.1)) {
      read(attribute.2)
    }
    if Self.codes.contains(String(name)) || attributes.contains("lang=\"en\"") && name != "html" {
      skipped = (name, 1)
    }
  }

  private static let spoken: Set = ["aria-label", "title", "placeholder", "alt", "data-announce", "data-reading"]
  private static let codes: Set = ["script", "style", "code"]

  private mutating func read(_ text: Substring) {
    let words = text.replacing(/&[a-zA-Z0-9#]+;/, with: " ")
    if skipped == nil, words.contains(where: \.isLetter) { self.words.append(String(words)) }
  }
}
