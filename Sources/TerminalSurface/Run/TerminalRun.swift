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

/// One flow in text, from its first screen to its end: screens become lines, typed input becomes presses, and what the
/// flow asks of the hands is done here. Input and news are awaited together, so that inserting a card continues the
/// flow without a key press.
public struct TerminalRun<Window: Terminal> {
  /// Performs what a flow asks of the card reader. It ends soon after its task is cancelled.
  public typealias Performer = @Sendable (CardWork) async -> CardNews
  /// Performs what a flow asks for account recovery.
  public typealias EscrowPerformer = @Sendable (EscrowWork) async -> EscrowNews

  let terminal: Window
  let perform: Performer
  let performEscrow: EscrowPerformer
  /// How long the hands may take before the person is asked something in the meantime. If `nil`, the person is asked
  /// once the hands are done or are themselves only waiting.
  let patience: Duration?
  /// Where codes from practice providers can be read: shown when a code is asked for. `nil` if there are no such
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
  /// The recovery code generated in this conversation, for the person to write down.
  var code: [String] = []
  /// What the escrow client reported, by the names that screens use for it.
  var told: [String: String] = [:]
  /// Something that another program had backed up, to be kept by whoever began this conversation.
  public internal(set) var recovered: RecoveredFile?
  var wanted: String?
  var isChoosing = false
  /// The buttons of the current screen have been printed.
  var hasOffered = false
  /// The last explanation of Enter, `?` and Esc on the current screen.
  var toldKeys: Sentence?
  /// Something has been pressed since the screen was last printed.
  var hasPressed = false
  var trace = ConversationTrace()
  /// The last press was Cancel or Back.
  var isLeaving = false
  /// Somebody has signed in: whatever they leave after that, no further explanation is needed.
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

  /// Runs the flow, and those that it leads to. Returns whether the last one was left by its Cancel.
  ///
  /// - Throws: `StoreFailure` if the database fails on the way, after the card's actual state has been reported;
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

/// An event that the loop waits for.
enum RunEvent: Sendable {
  case news(HandsMessage, HandsShown?)
  case typed(Typed, question: Int)
  /// Everything that this button needs has been given.
  case press(String, revision: Int)
  case patienceOver(Ticket)
}
/// What the hands showed, and the key or effect that it belongs to.
enum HandsShown: Sendable { case card(CardNews.Shown, of: KeyID?), escrow(EscrowNews.Shown, for: EscrowEffect) }

/// One operation of the hands that is in progress.
struct Underway {
  var task: Task<Void, Never>
  /// It is only waiting for an event, or has been taking long: the person is asked in the meantime.
  var isSlow: Bool
  /// The effect that it asks of a card.
  var effect: CardEffect?
}

/// Nobody is reading or typing any more.
public struct TerminalGone: Error {}
