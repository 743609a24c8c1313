import CardHands
import Keycard
import SimulatedCard
import Synchronization
import VirtualReaders

/// A simulated reader in this process, with one slot. Cards are inserted, removed, or torn out at a command that a test
/// chooses.
public final class PlayedReader: CardSource {
  private struct State {
    var situation = ReaderSituation.readers([ReaderSituation.Reader(name: PlayedReader.name)])
    var card: SimulatedCard?
    var refusal: ReaderRefusal?
    var tear: VirtualTear?
    var spoiling: Spoiling?
    var commands = 0
    var changes = 0
    var subscribers: [Int: AsyncStream<ReaderSituation>.Continuation] = [:]
    var subscriptions = 0
    var holders = 0
  }
  /// Maps a command's number, counted from 1, and its answer to the answer received instead.
  public typealias Spoiling = @Sendable (_ count: Int, _ answer: [UInt8]) -> [UInt8]
  private let state = Mutex(State())
  public static let name = "Played reader"
  public init(_ card: SimulatedCard? = nil) {
    if let card { insert(card) }
  }

  /// The number of command APDUs that reached a card here.
  public var commands: Int { state.withLock { $0.commands } }
  /// `true` if a client holds a card here, so that other programs find it in use.
  public var isHeld: Bool { state.withLock { $0.holders > 0 } }
  /// `true` if a client is waiting for the reader's news.
  public var isWatched: Bool { state.withLock { !$0.subscribers.isEmpty } }
  public var isFilled: Bool { state.withLock { $0.card != nil } }

  public func insert(_ card: SimulatedCard) { change { $0.card = card } }
  public func remove() { change { $0.card = nil } }
  /// Tears the card out once, at the n-th command counted from now.
  public func tear(_ tear: VirtualTear?) { state.withLock { state in (state.tear, state.commands) = (tear, 0) } }
  /// Changes answers in transit, at commands counted from now; `nil` stops it.
  public func spoil(_ spoiling: Spoiling?) {
    state.withLock { state in (state.spoiling, state.commands) = (spoiling, 0) }
  }
  /// Makes the reader refuse, for example as if another program were using the card; `nil` stops it.
  public func refuse(_ refusal: ReaderRefusal?) { change { $0.refusal = refusal } }
  /// Reports a different situation, for example as if the daemon or its only reader were missing.
  public func show(_ situation: ReaderSituation) { change(to: situation) { $0.card = nil } }

  /// - Parameter situation: The situation to report, or `nil` for the one that follows from the card.
  private func change(to situation: ReaderSituation? = nil, _ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.card?.reset()
      state.changes += 1
      if let situation {
        state.situation = situation
      } else if state.card != nil || state.situation.readers.first?.isPresent == true {
        let card = state.card.map { _ in ReaderSituation.Card(answerToReset: AnswerToReset.bytes) }
        state.situation = .readers([ReaderSituation.Reader(name: Self.name, card: card, changes: state.changes)])
      }
      for subscriber in state.subscribers.values { subscriber.yield(state.situation) }
    }
  }

  public func situations() -> AsyncStream<ReaderSituation> {
    let (stream, continuation) = AsyncStream<ReaderSituation>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.subscriptions += 1
      state.subscribers[state.subscriptions] = continuation
      continuation.yield(state.situation)
      return state.subscriptions
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
    }
    return stream
  }

  public func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> {
    state.withLock { state in
      if let refusal = state.refusal { return .failure(refusal) }
      guard let card = state.card else { return .failure(.noCard) }
      card.reset()
      state.holders += 1
      return .success(Transport(self, stay: state.changes))
    }
  }

  private final class Transport: CardTransport, Sendable {
    let reader: PlayedReader
    let stay: Int
    init(_ reader: PlayedReader, stay: Int) { self.reader = reader; self.stay = stay }
    deinit { reader.state.withLock { $0.holders -= 1 } }
    func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] { try reader.transmit(command, stay) }
  }

  private func transmit(_ command: [UInt8], _ stay: Int) throws(KeycardError) -> [UInt8] {
    let (card, count, tear, spoiling) = state.withLock { state in
      state.commands += 1
      return (state.changes == stay ? state.card : nil, state.commands, state.tear, state.spoiling)
    }
    guard let card else { throw KeycardError(.removed) }
    if tear == .before(count) {
      remove()
      throw KeycardError(.removed)
    }
    let answer = card.answer(command)
    if tear == .unanswered(count) || tear == .after(count) { remove() }
    if tear == .unanswered(count) { throw KeycardError(.removed) }
    return spoiling?(count, answer) ?? answer
  }
}
