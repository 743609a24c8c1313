import Encoding

extension CeremonyReport {
  /// Returns the report as plain text for a terminal: the verdict, the advice, one line for each step, then the parsed
  /// values. The text ends with a line break.
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
      if let received = step.received, !received.isEmpty {
        lines.append("\(indent)\(step.state == .notJudged ? "" : "received ")\(received)")
      }
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

extension CeremonyReport {
  /// Returns the report as a JSON object on one line, for scripts: `id`, `verdict`, `code`, `failedStep`, `sentence`,
  /// `advice`, `ceremony`, `carriesSecrets`, `takenFromResponse`, `steps`, and an object for each readable part.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", verdict.id)
      writer.member("verdict", verdict.error == nil ? "ok" : "error")
      writer.member("code", verdict.error?.code.rawValue ?? "ok")
      writer.member("ceremony", ceremony?.rawValue)
      writer.member("failedStep", failedStep?.number)
      writer.member("sentence", verdict.sentence)
      writer.member("advice", advice)
      if !taken.isEmpty {
        writer.member("takenFromResponse") { $0.array(taken.map(\.rawValue).sorted()) { $0.string($1) } }
      }
      writer.member("carriesSecrets", carriesSecrets)
      writer.member("steps") { writer in writer.array(steps) { $1.write(to: &$0) } }
      for part in parts { part.write(to: &writer) }
    }
    return writer.bytes
  }
}

extension ReportStep {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("number", number)
      writer.member("title", title)
      writer.member("state", state.rawValue)
      writer.member("expected", expected)
      writer.member("received", received)
    }
  }
}

extension ReportPart {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member(key) { writer in
      writer.object { writer in
        // Extension names are untrusted input, and two of them may become identical once truncated.
        var seen: [String: Int] = [:]
        for fact in facts {
          seen[fact.key, default: 0] += 1
          writer.member(seen[fact.key] == 1 ? fact.key : "\(fact.key) (\(seen[fact.key] ?? 0))", fact.value)
        }
        for part in parts { part.write(to: &writer) }
      }
    }
  }
}
