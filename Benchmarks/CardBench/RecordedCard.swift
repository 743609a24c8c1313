import CPCSC
import Keycard
import Synchronization

/// Records the exchange between a client and a card for replay: the same commands get the same answers, without the
/// cost of a real card.
final class Recorder: CardTransport {
  private let card: any CardTransport
  private(set) var exchanges: [(command: [UInt8], answer: [UInt8])] = []
  init(_ card: any CardTransport) { self.card = card }

  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    let answer = try card.transmit(command)
    exchanges.append((command, answer))
    return answer
  }
}

/// Replays the answers in recorded order, and starts over at each SELECT.
final class RecordedCard: Sendable {
  private let answers: [[UInt8]]
  private let next = Mutex(0)
  init(_ answers: [[UInt8]]) { self.answers = answers }

  func answer(_ command: [UInt8]) -> [UInt8] {
    next.withLock { next in
      if command.starts(with: [0x00, 0xA4]) { next = 0 }
      defer { next += 1 }
      return next < answers.count ? answers[next] : [0x6F, 0x00]
    }
  }
}

/// Only `SCardTransmit`: the cost that every client of this reader has to pay.
struct BareCard {
  private var context: SCARDCONTEXT = 0, card: SCARDHANDLE = 0
  private var room = [UInt8](repeating: 0, count: 512)

  init?(reader: String) {
    var chosen: UInt = 0
    guard SCardEstablishContext(UInt(SCARD_SCOPE_SYSTEM), nil, nil, &context) == 0,
      SCardConnect(context, reader, UInt(SCARD_SHARE_EXCLUSIVE), UInt(SCARD_PROTOCOL_T1), &card, &chosen) == 0
    else { return nil }
  }
  mutating func transmit(_ command: [UInt8]) {
    var format = SCARD_IO_REQUEST(
      dwProtocol: UInt(SCARD_PROTOCOL_T1), cbPciLength: UInt(MemoryLayout<SCARD_IO_REQUEST>.size))
    var length = UInt(room.count)
    _ = SCardTransmit(card, &format, command, UInt(command.count), nil, &room, &length)
  }
  func close() {
    _ = SCardDisconnect(card, UInt(SCARD_LEAVE_CARD))
    _ = SCardReleaseContext(context)
  }
}
