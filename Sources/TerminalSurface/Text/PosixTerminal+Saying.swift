import Sentences

extension PosixTerminal {
  /// Says something outside a conversation. In a terminal sentences are wrapped at words; a program gets each on a line
  /// of its own, however long.
  ///
  /// - Parameters:
  ///   - sentence: One sentence or more, or several lines. What begins with spaces goes on under its first letter.
  ///   - lead: What stands before the first line, like the program's name.
  ///   - indent: So far in the further lines of the same sentence begin.
  ///   - keeping: Parts that stand on one line wherever they fit on one, like a folder whose name has spaces.
  public func say(_ sentence: Sentence, after lead: String = "", indent: Int = 0, keeping: [String] = []) {
    let lines = (lead + sentence.said).split(separator: "\n", omittingEmptySubsequences: false)
    guard isScreen else {
      for line in lines { write(String(line)) }
      return
    }
    for (place, line) in lines.enumerated() {
      var drawn = TextLine(verbatim: String(line), indent: max(indent, line.prefix { $0 == " " }.count))
      drawn.whole = keeping + CopiedParts.of(place == 0 ? line.dropFirst(lead.count) : line)
      for part in drawn.wrapped(to: columns) { write(part) }
    }
  }

  /// A prompt in as many lines as it takes. The parenthesis at its end, which says what can be typed, stays in one
  /// piece.
  func laidOut(_ prompt: String) -> String {
    let words = prompt.trimmingSuffix { $0 == " " }
    var line = TextLine(verbatim: String(words))
    line.whole = words.lastIndex(of: "(").map { [String(words[$0...])] } ?? []
    return line.wrapped(to: columns).joined(separator: "\n") + prompt.dropFirst(words.count)
  }
}

/// What a reader takes out of a sentence and types or copies somewhere else.
enum CopiedParts {
  /// What is quoted, and what ends the line after a colon and without a full stop: so commands, codes and addresses
  /// stand.
  static func of(_ line: some StringProtocol) -> [String] {
    let line = String(line), quoted = line.matches(of: /“[^”]+”/).map { String($0.output) }
    guard let last = line.last, !".?!:".contains(last), let colon = line.ranges(of: ": ").last else { return quoted }
    return quoted + [String(line[colon.upperBound...])]
  }
}
