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

/// Runs one flow in text, from its first screen to its end. Screens become lines, typed input becomes presses, and the
/// operations that the flow requests from the hands are performed here. Input and news are awaited together, so that
/// inserting a card continues the flow without a key press.
public struct TerminalRun<Window: Terminal> {
  /// Performs the card operations that a flow requests. It returns soon after its task is cancelled.
  public typealias Performer = @Sendable (CardWork) async -> CardNews
  /// Performs the ceremonies that a flow requests of a passkey. It returns soon after its task is cancelled.
  public typealias KeyPerformer = @Sendable (KeyWork, HandsTalk<Window>) async -> KeyNews
  /// Performs the account recovery operations that a flow requests.
  public typealias EscrowPerformer = @Sendable (EscrowWork) async -> EscrowNews

  let terminal: Window
  let perform: Performer
  let performEscrow: EscrowPerformer
  /// `nil` where no keys can be touched.
  let performKey: KeyPerformer?
  /// How long the hands may take before the person is asked something in the meantime. If `nil`, the person is asked
  /// once the hands have finished or are only waiting.
  let patience: Duration?
  /// The place where codes from practice providers can be read, shown when a code is asked for. `nil` if there are no
  /// such providers.
  public var whereCodesArrive: Sentence?
  /// The session, which a sign-in renews.
  public internal(set) var person: TerminalSession
  /// The vault with the keys that opened the account, if it is open.
  public internal(set) var vault: Vault

  var answers = Answers()
  var answer: Answer?
  var underway: [Ticket: Underway] = [:]
  var question: (id: Int, task: Task<Void, Never>)?
  var questions = 0
  var printed: Screen<String>?
  var shown: CardNews.Shown?
  /// The recovery code generated in this conversation, for the person to write down.
  var paper: PaperWords?
  /// The places of the words that are asked for now.
  var places: ThreePlaces?
  /// What was counted in the journal that is open here, for a screen that shows it.
  var journalSize: Sentence?
  /// The values that the escrow client reported, by the names that screens use for them.
  var told: [String: String] = [:]
  /// A recovered file that another program had backed up, to be saved by whoever started this conversation.
  public internal(set) var recovered: RecoveredFile?
  var wanted: String?
  var isChoosing = false
  /// `true` if the buttons of the current screen have been printed.
  var hasOffered = false
  /// The last explanation of Enter, `?` and Esc on the current screen.
  var toldKeys: Sentence?
  /// `true` if something has been pressed since the screen was last printed.
  var hasPressed = false
  var trace = ConversationTrace()
  /// `true` if the last press was Cancel or Back.
  var isLeaving = false
  /// `true` if somebody has signed in. If they leave a flow after that, no further explanation is needed.
  var hasGranted = false
  let events: AsyncStream<RunEvent>
  let send: AsyncStream<RunEvent>.Continuation

  public init(
    _ person: TerminalSession, _ vault: Vault, on terminal: Window, patience: Duration? = .milliseconds(300),
    perform: @escaping Performer,
    performEscrow: @escaping EscrowPerformer = { _ in EscrowNews(.absent(.noHands)) },
    performKey: KeyPerformer? = nil
  ) {
    self.person = person; self.vault = vault; self.terminal = terminal; self.patience = patience
    self.perform = perform; self.performEscrow = performEscrow; self.performKey = performKey
    (events, send) = AsyncStream.makeStream()
  }

  /// Runs the flow, and any flows that it leads to. Returns whether the last one was left by its Cancel.
  ///
  /// - Parameters:
  ///   - subject: The key that the flow is about, if it is about one.
  ///   - isInPlace: `true` if what a key gave to the run before may serve.
  /// - Throws: `StoreFailure` if the database fails on the way, after the card's actual state has been reported;
  ///   `TerminalGone`.
  public mutating func run(_ flow: FlowName, about subject: KeyID? = nil, isInPlace: Bool = false) async throws
    -> RunEnd?
  {
    do { return try await go(flow, subject, isInPlace: isInPlace) } catch let error as StoreError {
      await leave()
      if let sentence = trace.sentenceWhereItBrokeOff { say(TextLine(sentence)) }
      throw StoreFailure(reason: error.reason)
    }
  }

  private mutating func go(_ flow: FlowName, _ subject: KeyID?, isInPlace: Bool) async throws -> RunEnd? {
    vault.turn()
    begin()
    try await take(try await person.start(flow, about: subject, isInPlace: isInPlace))
    var news = events.makeAsyncIterator()
    while true {
      if let answer, let end = answer.end {
        await leave()
        hasGranted = hasGranted || end.grants
        guard let next = answer.next, next.hasPrefix("/flow/") else {
          if isLeaving, !hasGranted, let sentence = trace.sentence { say(TextLine(sentence)) }
          return end
        }
        begin()
        try await take(try await person.open(String(next.dropFirst("/flow/".count))))
        continue
      }
      if isSettled {
        try await countJournal()
        draw()
      }
      guard let event = await news.next() else { return nil }
      do { try await hear(event) } catch let refused as RunnerError where refused.code == .refused {
        say(TextLine("That didn't fit what is on the screen now, so nothing was done.", .warning))
        printed = nil
      }
    }
  }
}

extension TerminalRun {
  /// Forgets what belonged to the flow before.
  private mutating func begin() {
    (answer, answers, printed, shown, told, paper, journalSize) = (nil, Answers(), nil, nil, [:], nil, nil)
  }
}

/// An event that the loop waits for.
enum RunEvent: Sendable {
  case news(HandsMessage, HandsShown?)
  /// The hands ask the person something themselves. They are told when nobody else does.
  case handsAsk(Ticket, isFree: AsyncStream<Never>.Continuation)
  case typed(Typed, question: Int)
  /// Everything that this button requires has been entered.
  case press(String, revision: Int)
  case patienceOver(Ticket)
}
/// The content that the hands showed, and the key or effect that it belongs to.
enum HandsShown: Sendable {
  case card(CardNews.Shown, of: KeyID?), escrow(EscrowNews.Shown, for: EscrowEffect), key(KeyTouch)
}

/// One operation of the hands that is in progress.
struct Underway {
  var task: Task<Void, Never>
  /// `true` if the operation is only waiting for an event, or has been taking long. The person is asked in the
  /// meantime.
  var isSlow: Bool
  /// The effect that the operation requests from a card.
  var effect: CardEffect?
}

/// The error thrown when nobody is reading or typing any more.
public struct TerminalGone: Error {}
