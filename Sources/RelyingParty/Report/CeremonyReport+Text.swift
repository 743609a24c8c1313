extension CeremonyReport {
  /// The report as plain text for a terminal: the verdict, the advice, a line for each step, then what was read. Ends with a line break.
  public func text() -> String {
    var lines = [verdict.line.split(separator: "\t").joined(separator: "  ")]
    if let advice { lines.append("  What to do: \(advice)") }
    let width = ReportStep.State.allCases.map(\.words.count).max() ?? 0
    for step in steps {
      let number = String(repeating: " ", count: step.number < 10 ? 1 : 0) + "\(step.number)"
      lines.append("  \(number)  \(step.state.words.padded(to: width))  \(step.title)")
      guard step.state != .callersPart, step.state != .notReached else { continue }
      let indent = String(repeating: " ", count: width + 8)
      if let expected = step.expected { lines.append("\(indent)expected \(expected)") }
      if let received = step.received, !received.isEmpty { lines.append("\(indent)\(step.state == .notJudged ? "" : "received ")\(received)") }
    }
    for part in parts { lines += part.lines(indent: "  ") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ReportPart {
  fileprivate func lines(indent: String) -> [String] {
    let width = facts.map(\.label.count).max() ?? 0
    return ["\(indent)\(title)"]
      + facts.map { "\(indent)  \($0.label.padded(to: width))  \($0.value)\($0.note.map { " (\($0))" } ?? "")" }
      + parts.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
