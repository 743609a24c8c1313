import CardHands
import Encoding
import Foundation
import Keycard
import SimulatedCard
import TestReader
import VirtualReaders

/// A fixed stand-in for randomness, so that the same conversation can be repeated.
func fixed(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) } }

final class Direct: CardTransport {
  let card: SimulatedCard
  init(_ card: SimulatedCard) { self.card = card }
  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] { card.answer(command) }
}

struct Unprepared: Error {}

let pin = Secret(Array("123456".utf8)), rounds = 400

func prepare(_ card: SimulatedCard) throws -> Pairing {
  let client = KeycardClient(Direct(card))
  try client.select()
  let credentials = try InitialCredentials.random(besides: pin)
  _ = try client.initialize(pin: pin, credentials)
  try client.select()
  guard case .paired(let pairing) = try client.pair(secret: try PairingSecret.derive(from: credentials.pairingPassword))
  else { throw Unprepared() }
  _ = try client.openSecureChannel(pairing)
  _ = try client.verify(pin: pin)
  try client.generateKey()
  return pairing
}

func converse(_ transport: any CardTransport, _ pairing: Pairing, counting: (() -> Void) = {}) throws {
  let client = KeycardClient(transport, random: fixed)
  try client.select()
  _ = try client.openSecureChannel(pairing)
  counting()
  for _ in 0..<rounds { _ = try client.status() }
}

func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }
func microseconds(_ time: Duration, per count: Int) -> String {
  String(format: "%.1f µs", time / .microseconds(1) / Double(count))
}

/// What our client adds to the cheapest possible use of the same reader with the same bytes, and how soon a card is
/// noticed.
@main
struct CardBench {
  static func main() async throws {
    let card = SimulatedCard(), pairing = try prepare(card)
    card.reset()
    let recorder = Recorder(Direct(card))
    try converse(recorder, pairing)
    let recorded = RecordedCard(recorder.exchanges.map(\.answer)), commands = recorder.exchanges.map(\.command)

    let reader = try TestReader()
    // before anything queries the library that this program is linked to
    for (name, value) in reader.environment { setenv(name, value, 1) }
    try reader.slots[0].insert(VirtualCard(answerToReset: AnswerToReset.bytes, answer: { recorded.answer($0) }))
    let monitor = ReaderMonitor()
    var situations = monitor.situations().makeAsyncIterator()
    while let situation = await situations.next(), !situation.readers.contains(where: \.isPresent) {}

    var ours: [Duration] = [], bare: [Duration] = []
    let clock = ContinuousClock()
    for _ in 0..<9 {
      var start = clock.now
      try converse(ReaderCard.open(in: reader.names[0]).get(), pairing) { start = clock.now }
      ours.append(clock.now - start)
      guard var plain = BareCard(reader: reader.names[0]) else { throw Unprepared() }
      for command in commands.prefix(commands.count - rounds) { plain.transmit(command) }
      start = clock.now
      for command in commands.suffix(rounds) { plain.transmit(command) }
      bare.append(clock.now - start)
      plain.close()
    }
    print("GET STATUS in the secure channel, \(rounds) times, median of \(ours.count) runs of each, in turn")
    print("  SCardTransmit alone   \(microseconds(median(bare), per: rounds)) an APDU")
    print("  the client over it    \(microseconds(median(ours), per: rounds)) an APDU")
    print("  ratio                 \(String(format: "%.3f", median(ours) / median(bare)))")

    card.reset()
    let counter = Recorder(Direct(card)), client = KeycardClient(counter)
    try client.select()
    _ = try client.openSecureChannel(pairing)
    _ = try client.verify(pin: pin)
    _ = try client.signLogin(
      CardStatement(purpose: "login", origin: "https://example.org", account: [], challenge: fixed(32)))
    print("A login, from a card that lies there to its signature: \(counter.exchanges.count) APDUs")

    reader.slots[0].remove()
    while let situation = await situations.next(), situation.readers.contains(where: \.isPresent) {}
    var delays: [Duration] = []
    for _ in 0..<9 {
      let start = clock.now
      try reader.slots[0].insert(VirtualCard(SimulatedCard()))
      while let situation = await situations.next(), !situation.readers.contains(where: \.isPresent) {}
      delays.append(clock.now - start)
      reader.slots[0].remove()
      while let situation = await situations.next(), situation.readers.contains(where: \.isPresent) {}
    }
    print(
      "A card is noticed after \(delays.sorted().map { String(format: "%.0f", $0 / .milliseconds(1)) }.joined(separator: ", ")) ms"
    )
    monitor.stop()
    reader.stop()
  }
}
