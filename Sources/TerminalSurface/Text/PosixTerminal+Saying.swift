import Sentences

extension PosixTerminal {
  /// Prints a sentence outside a conversation. On a terminal, sentences are wrapped at words. A program gets each
  /// sentence on a line of its own, however long.
  ///
  /// - Parameters:
  ///   - sentence: One or more sentences, or several lines. A line that begins with spaces continues under its first
  ///     letter.
  ///   - lead: The text before the first line, such as the program's name.
  ///   - indent: The indentation of a sentence's continuation lines.
  ///   - keeping: Parts that are kept on one line if they fit, such as a folder whose name contains spaces.
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

  /// Wraps a prompt to the necessary number of lines. The parenthesis at its end, which lists the possible input, is
  /// kept together.
  func laidOut(_ prompt: String) -> String {
    let words = prompt.trimmingSuffix { $0 == " " }
    var line = TextLine(verbatim: String(words))
    line.whole = words.lastIndex(of: "(").map { [String(words[$0...])] } ?? []
    return line.wrapped(to: columns).joined(separator: "\n") + prompt.dropFirst(words.count)
  }
}

/// The parts of a sentence that a reader copies or types elsewhere.
enum CopiedParts {
  /// Returns quoted parts, and the part after a colon at the end of a line without a full stop. Commands, codes and
  /// addresses are written in these forms.
  static func of(_ line: some StringProtocol) -> [String] {
    let line = String(line), quoted = line.matches(of: /“[^”]+”/).map { String($0.output) }
    guard let last = line.last, !".?!:".contains(last), let colon = line.ranges(of: ": ").last else { return quoted }
    return quoted + [String(line[colon.upperBound...])]
  }
}
