import Encoding
import Synchronization

@testable import TerminalSurface

/// A terminal whose person types what a script says. It records the output and the typed input line by line.
final class ScriptedTerminal: Terminal {
  enum Step: Hashable {
    case line(String)
    /// An external event while a question is pending.
    case event(String)
    /// The words that the question asks for by their numbers, as they were printed, or others.
    case words(areRight: Bool)
  }
  let columns: Int
  let hasColor: Bool
  private let happen: @Sendable (String) -> Void
  private let state: Mutex<State>
  private struct State {
    var script: [Step]
    var record: [String] = []
  }

  init(
    _ script: [Step], columns: Int = 76, hasColor: Bool = false, happen: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.columns = columns; self.hasColor = hasColor; self.happen = happen
    state = Mutex(State(script: script))
  }

  var record: [String] { state.withLock { $0.record } }
  func write(_ line: String) { state.withLock { $0.record.append(line) } }
  func buzz() { write("(bell)") }
  func cover() { write("(everything above is out of sight)") }

  func ask(_ question: Question) async -> Typed {
    let step = state.withLock { state in
      state.record.append(question.prompt)
      return state.script.isEmpty ? nil : state.script.removeFirst()
    }
    switch step {
    case nil:
      write("(nobody is there any more)")
      return .end
    case .event(let event):
      write("! \(event)")
      happen(event)
      await untilCancelled()
      return .abandoned
    case .words(let areRight):
      let numbers = question.prompt.split { !$0.isNumber }.compactMap { Int($0) }
      let printed = record.reduce(into: [Int: String]()) { words, line in
        let parts = line.split(separator: " ")
        guard parts.count == 3, parts[0] == "Word", let number = Int(parts[1].dropLast()) else { return }
        words[number] = String(parts[2])
      }
      let typed = numbers.map { areRight ? printed[$0] ?? "" : "zoo" }.joined(separator: " ")
      write(">* \(numbers.count) words")
      return .hidden(Secret(Array(typed.utf8)))
    case .line(let text):
      write((question.isHidden ? ">* " : "> ") + text)
      if text == "^C" || text == "Esc" { return .back }
      return question.isHidden ? .hidden(Secret(Array(text.utf8))) : .text(text)
    }
  }

  private func untilCancelled() async {
    let (never, end) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    end.finish()
  }
}
