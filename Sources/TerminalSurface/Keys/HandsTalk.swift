import HandsProtocol
import Sentences

/// The way in which hands ask the person something themselves, in the middle of their work for a flow.
///
/// While they only wait, the flow's own question is asked, so that the person can go back; for a question of theirs it
/// is withdrawn.
public struct HandsTalk<Window: Terminal>: Sendable {
  let terminal: Window
  /// Returns when nothing else is asked.
  let claim: @Sendable () async -> Void
  /// From now on the hands only wait.
  let onlyWait: @Sendable () -> Void

  func say(_ sentence: Sentence, _ look: TextLine.Look = .plain) async {
    await claim()
    guard !Task.isCancelled else { return }
    for line in TextLine(sentence, look).drawn(on: terminal) { terminal.write(line) }
  }
  func ask(_ question: Question) async -> Typed {
    await claim()
    return Task.isCancelled ? .abandoned : await terminal.ask(question)
  }
}

extension TerminalRun {
  func talk(about ticket: Ticket) -> HandsTalk<Window> {
    // Where nobody is asked in the meantime, there is nobody to let go back either.
    let send = send, isAttended = patience != nil
    return HandsTalk(terminal: terminal) {
      let (free, isFree) = AsyncStream<Never>.makeStream()
      send.yield(.handsAsk(ticket, isFree: isFree))
      for await _ in free {}  // ends when nothing else is asked, or the work is called off
    } onlyWait: {
      if isAttended { send.yield(.patienceOver(ticket)) }
    }
  }
}
