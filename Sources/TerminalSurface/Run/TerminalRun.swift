import CardHands
import Encoding
import EscrowHands
import Flows
import Foundation
import HandsProtocol
import Model
import Runner
import Vocabulary
import Sentences

/// One flow in text, from its first screen to its end: screens become lines, what is typed becomes presses, and what
/// the flow asks of the hands is done here. Input and news are awaited together, so that a card that is put in goes on
/// by itself.
public struct TerminalRun<Window: Terminal> {
  /// Does what a flow asks of the card reader. When its task is cancelled it ends soon.
  public typealias Performer = @Sendable (CardWork) async -> CardNews
  /// Does what a flow asks for account recovery.
  public typealias EscrowPerformer = @Sendable (EscrowWork) async -> EscrowNews

  let terminal: Window
  let perform: Performer
  let performEscrow: EscrowPerformer
  /// How long the hands may take before the person is asked for something meanwhile. Without one, until they are done
  /// or only wait themselves.
  let patience: Duration?
  /// Where codes of practice providers are to be read: said where one is asked for. `nil` where there are no such
  /// providers.
  public var whereCodesArrive: Sentence?
  /// The session, which a sign-in renews.
  public internal(set) var person: TerminalSession
  /// What opened the account, if it is open.
  public internal(set) var vault: Vault

  var answers = Answers()
  var answer: Answer?
  var underway: [Ticket: Underway] = [:]
  var question: (id: Int, task: Task<Void, Never>)?
  var questions = 0
  var printed: Screen<String>?
  var shown: CardNews.Shown?
  /// The recovery code that was drawn in this conversation, for the person to write down.
  var code: [String] = []
  /// What the escrow client told, by the names under which screens have places for it.
  var told: [String: String] = [:]
  /// Something that another program had backed up, for whoever began this conversation to keep.
  public internal(set) var recovered: RecoveredFile?
  var wanted: String?
  var isChoosing = false
  /// The buttons of the screen that stands there are printed.
  var hasOffered = false
  /// What was last said of Enter, `?` and Esc, on the screen that stands there.
  var toldKeys: Sentence?
  /// Something was pressed since the screen was last printed.
  var hasPressed = false
  var trace = ConversationTrace()
  /// The last press was one of Cancel or Back.
  var isLeaving = false
  /// Somebody came in: whatever they leave after that, nothing more has to be said of it.
  var hasGranted = false
  let events: AsyncStream<RunEvent>
  let send: AsyncStream<RunEvent>.Continuation

  public init(
    _ person: TerminalSession, _ vault: Vault, on terminal: Window, patience: Duration? = .milliseconds(300),
    perform: @escaping Performer,
    performEscrow: @escaping EscrowPerformer = { _ in EscrowNews(.absent(.noHands)) }
  ) {
    self.person = person; self.vault = vault; self.terminal = terminal; self.patience = patience
    self.perform = perform; self.performEscrow = performEscrow
    (events, send) = AsyncStream.makeStream()
  }

  /// Goes through the flow, and through those that it leads to. Gives whether the last one was left by its Cancel.
  ///
  /// - Throws: `StoreFailure` where the database fails on the way, after what is true of the card was said;
  ///   `TerminalGone`.
  public mutating func run(_ flow: FlowName) async throws -> RunEnd? {
    do { return try await go(flow) } catch let error as StoreError {
      await leave()
      if let sentence = trace.sentenceWhereItBrokeOff { say(TextLine(sentence)) }
      throw StoreFailure(reason: error.reason)
    }
  }

  private mutating func go(_ flow: FlowName) async throws -> RunEnd? {
    try await take(try await person.start(flow))
    var news = events.makeAsyncIterator()
    while true {
      if let answer, let end = answer.end {
        await leave()
        hasGranted = hasGranted || end.grants
        guard let next = answer.next, next.hasPrefix("/flow/") else {
          if isLeaving, !hasGranted, let sentence = trace.sentence { say(TextLine(sentence)) }
          return end
        }
        (answers, printed, shown, told, code) = (Answers(), nil, nil, [:], [])
        try await take(try await person.open(String(next.dropFirst("/flow/".count))))
        continue
      }
      if isSettled { draw() }
      guard let event = await news.next() else { return nil }
      do { try await hear(event) } catch let refused as RunnerError where refused.code == .refused {
        say(TextLine("That didn't fit what is on the screen now, so nothing was done.", .warning))
        printed = nil
      }
    }
  }
}

/// What the loop waits for.
enum RunEvent: Sendable {
  case news(HandsMessage, HandsShown?)
  case typed(Typed, question: Int)
  /// Everything that this button needs is there.
  case press(String, revision: Int)
  case patienceOver(Ticket)
}
/// What the hands showed, and what it is of.
enum HandsShown: Sendable { case card(CardNews.Shown, of: KeyID?), escrow(EscrowNews.Shown, for: EscrowEffect) }

/// One thing that the hands do.
struct Underway {
  var task: Task<Void, Never>
  /// It only waits for something to happen, or has taken its time: the person is asked meanwhile.
  var isSlow: Bool
  /// What it asks of a card.
  var effect: CardEffect?
}

/// Nobody reads or types any more.
public struct TerminalGone: Error {}
