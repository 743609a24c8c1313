import Keycard
import SimulatedCard

/// A source of cards: the readers of this computer, or a test's substitute for them.
public protocol CardSource: Sendable {
  /// Returns the current situation, followed by each new one.
  func situations() -> AsyncStream<ReaderSituation>
  /// Takes the card in a reader, exclusively for this program until the transport is released.
  func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal>
}

/// The readers known to the smart-card daemon.
public final class DaemonSource: CardSource {
  private let pcsc: PCSC
  private let monitor: ReaderMonitor
  /// The name of the only reader to use; `nil` for all readers.
  private let only: String?

  public init(_ pcsc: PCSC = .system, only reader: String? = nil) {
    self.pcsc = pcsc; only = reader
    monitor = ReaderMonitor(pcsc)
  }

  public func situations() -> AsyncStream<ReaderSituation> {
    guard let only else { return monitor.situations() }
    let all = monitor.situations()
    return AsyncStream { continuation in
      let task = Task {
        for await situation in all { continuation.yield(situation.only(only)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  public func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> {
    ReaderCard.open(in: reader, of: pcsc).map { $0 }
  }
}

/// A computer without a reader, for the demo: nothing there is real, and a card would be.
public struct NoReader: CardSource {
  public init() {}
  public func situations() -> AsyncStream<ReaderSituation> {
    let (situations, situation) = AsyncStream<ReaderSituation>.makeStream()
    situation.yield(.noReader)
    return situations
  }
  public func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> { .failure(.noReader) }
}

extension ReaderSituation {
  fileprivate func only(_ name: String) -> ReaderSituation {
    let left = readers.filter { $0.name == name }
    return left.isEmpty && !readers.isEmpty ? .noReader : readers.isEmpty ? self : .readers(left)
  }
}

/// The practice card. It is in no reader, and is invisible to other programs.
final class RehearsalCard: CardTransport, Sendable {
  private let card: SimulatedCard
  init(_ card: SimulatedCard) {
    self.card = card
    card.reset()
  }
  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] { card.answer(command) }
}
