import Flows
import Foundation
import Runner
import Testing

@testable import TerminalSurface

/// A complete conversation, word for word, in Transcripts/NAME.txt: `> typed`, `>* typed without an echo`, `! event`,
/// and everything else printed. With LATCHSTRING_RECORD=1, the files are rewritten from the typed lines they contain;
/// review the differences before committing them.
struct Transcript {
  let path: String
  let text: String

  init(_ name: String, file: String = #filePath) throws {
    path = URL(filePath: file).deletingLastPathComponent().appending(path: "Transcripts/\(name).txt").path
    text = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The typed lines and the events.
  var script: [ScriptedTerminal.Step] {
    text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("! ") { return .event(String(line.dropFirst(2))) }
      if line.hasPrefix(">* ") { return .line(String(line.dropFirst(3))) }
      return line.hasPrefix("> ") ? .line(String(line.dropFirst(2))) : nil
    }
  }

  func compare(_ record: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = record.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["LATCHSTRING_RECORD"] != nil {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false),
      lines = found.split(separator: "\n", omittingEmptySubsequences: false)
    guard found != text else { return }
    let place = zip(expected, lines).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, lines.count)
    Issue.record(
      """
      The conversation is another one from line \(place + 1) on.
      expected: \(expected.indices.contains(place) ? String(expected[place]) : "nothing more")
      found:    \(lines.indices.contains(place) ? String(lines[place]) : "nothing more")
      all of it:
      \(found)
      """, sourceLocation: sourceLocation)
  }
}

extension TestHome {
  /// Runs one conversation and compares it with its transcript.
  @discardableResult
  func converse(
    _ name: String, _ flow: FlowName, _ hands: PlayedHands, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (end: RunEnd?, run: TerminalRun<ScriptedTerminal>) {
    let transcript = try Transcript(name)
    let terminal = ScriptedTerminal(transcript.script) { hands.happen($0) }
    var run = try await run(hands, on: terminal)
    var end: RunEnd?
    do { end = try await run.run(flow) } catch is TerminalGone {}
    try transcript.compare(terminal.record, sourceLocation: sourceLocation)
    return (end, run)
  }
}
