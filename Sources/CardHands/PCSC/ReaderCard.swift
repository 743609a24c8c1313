import CPCSC
import Foundation
import Keycard
import Synchronization

/// A card in a reader of this computer, held exclusively for this program until `close`.
public final class ReaderCard: CardTransport, Sendable {
  public let reader: String
  private let context: PCSCContext
  private let card: Int
  private let usesBytes: Bool
  private let state = Mutex(State.open)
  private enum State { case open, gone, closed }
  /// A buffer for the longest response, allocated once. Allocating it for each exchange would cost more than the rest
  /// of a short exchange.
  private nonisolated(unsafe) let room: UnsafeMutableBufferPointer<UInt8>
  private static let longest = 4 + 3 + 65_536 + 3 + 2  // MAX_BUFFER_SIZE_EXTENDED

  /// Takes the card in a reader. No other program can use the card until it is closed.
  ///
  /// - Parameter reader: The reader's name, as reported by the daemon.
  public static func open(in reader: String, of pcsc: PCSC = .system) -> Result<ReaderCard, ReaderRefusal> {
    do {
      let context = try PCSCContext(pcsc)
      var card = 0, chosen: UInt = 0
      try PCSCFailure.check(
        pcsc.call {
          $0.connect(
            context.handle, reader, UInt(SCARD_SHARE_EXCLUSIVE), UInt(SCARD_PROTOCOL_T0) | UInt(SCARD_PROTOCOL_T1),
            &card, &chosen)
        })
      return .success(ReaderCard(reader, context, card, usesBytes: chosen == UInt(SCARD_PROTOCOL_T0)))
    } catch { return .failure(ReaderRefusal(error)) }
  }

  private init(_ reader: String, _ context: PCSCContext, _ card: Int, usesBytes: Bool) {
    self.reader = reader; self.context = context; self.card = card; self.usesBytes = usesBytes
    room = .allocate(capacity: Self.longest)
    room.initialize(repeating: 0)
  }
  deinit {
    close()
    room.deallocate()
  }

  /// Releases and resets the card, so that the next user finds neither an open channel nor an entered PIN.
  public func close() { end(.closed) }

  private func end(_ new: State) {
    state.withLock { state in
      // Even a removed card blocks its reader for others until it is released.
      if state == .open { _ = context.library.call { $0.disconnect(card, UInt(SCARD_RESET_CARD)) } }
      state = new
    }
  }

  public func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    guard command.count >= 4, command.count <= Self.longest else {
      throw KeycardError(.invalid, "a command APDU of \(command.count) bytes")
    }
    guard usesBytes else { return try exchange(command) }
    return try ByteProtocol.transmit(command) { command throws(KeycardError) in try exchange(command) }
  }

  private func exchange(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    let (result, answer) = state.withLock { state -> (Int, [UInt8]) in
      guard state == .open else { return (Int(PCSCFailure.removedCard.code), []) }
      var format = SCARD_IO_REQUEST(
        dwProtocol: UInt(usesBytes ? SCARD_PROTOCOL_T0 : SCARD_PROTOCOL_T1),
        cbPciLength: UInt(MemoryLayout<SCARD_IO_REQUEST>.size))
      var length = UInt(room.count)
      let result = context.library.call {
        $0.transmit(card, &format, command, UInt(command.count), nil, room.baseAddress, &length)
      }
      return (result, result == 0 ? Array(room.prefix(Int(length))) : [])
    }
    if let failure = PCSCFailure(result) {
      guard failure.isOfRemoval || isEmptied() else { throw KeycardError(.unreadable, failure.description) }
      end(.gone)
      throw KeycardError(.removed, failure.description)
    }
    // If a card was removed in the middle of a command, the library reports success with no bytes.
    guard answer.count >= 2 else {
      end(.gone)
      throw KeycardError(.removed, "\(answer.count) bytes came back")
    }
    return answer
  }

  /// Returns `true` if the card was removed. Called after a command that failed without reporting this, because the
  /// daemon detects a removal up to 400 ms later.
  private func isEmptied() -> Bool {
    let watch = ReaderWatch([reader], since: nil), end = ContinuousClock.now + .milliseconds(500)
    do {
      try watch.look(in: context, timeout: 0)
      while watch.situation.readers.allSatisfy(\.isPresent) {
        let left = (end - .now) / .milliseconds(1)
        guard left >= 1, try watch.look(in: context, timeout: UInt(left)) else { return false }
      }
    } catch {}
    return true
  }
}

extension ReaderRefusal {
  init(_ failure: PCSCFailure) {
    self =
      switch failure {
      case .noService, .serviceStopped: .noDaemon
      case .unknownReader, .readerUnavailable, .noReaders: .noReader
      case .noCard, .removedCard: .noCard
      case .sharingViolation: .inUse
      case .unresponsiveCard, .unpoweredCard, .unsupportedCard, .protocolMismatch: .unreadable
      default: .failed
      }
  }
}

extension PCSCFailure: CustomStringConvertible {
  var description: String { "PC/SC " + String(code, radix: 16) }

  /// `true` if a failure in the middle of a conversation means that the card was removed. If the reader or the daemon
  /// has gone, so has the card.
  var isOfRemoval: Bool {
    switch self {
    case .removedCard, .resetCard, .noCard, .unknownReader, .readerUnavailable, .noReaders, .noService, .serviceStopped,
      .invalidHandle:
      true
    default: false
    }
  }
}

/// The byte-wise protocol T=0, in which a command cannot carry data in both directions (ISO/IEC 7816-3 §12.2).
enum ByteProtocol {
  /// A limit above the number of pieces in any response. Without it, a card that always announces more data would keep
  /// us busy forever.
  private static let mostPieces = 260

  /// Sends a command and fetches any remaining data that the card announces.
  static func transmit(_ command: [UInt8], by exchange: ([UInt8]) throws(KeycardError) -> [UInt8]) throws(KeycardError)
    -> [UInt8]
  {
    var sent = shortened(command), collected: [UInt8] = []
    for _ in 0..<mostPieces {
      let answer = try exchange(sent), word = answer.suffix(2)
      guard let kind = word.first, let count = word.last, word.count == 2 else {
        throw KeycardError(.removed, "\(answer.count) bytes came back")
      }
      collected += answer.dropLast(2)
      switch kind {
      case 0x61: sent = [0x00, 0xC0, 0x00, 0x00, count]  // GET RESPONSE (ISO/IEC 7816-4 §11.8.1)
      case 0x6C where sent.count == 5: sent = sent.prefix(4) + [count]  // the right length, for the same command
      default: return collected + word
      }
    }
    throw KeycardError(.malformed, "an answer without end")
  }

  /// Returns the command without the expected length if it carries data, or with an expected length of zero otherwise.
  private static func shortened(_ command: [UInt8]) -> [UInt8] {
    if command.count == 4 { return command + [0] }
    guard command.count > 5, command.count == 6 + Int(command[4]) else { return command }
    return command.dropLast()
  }
}
