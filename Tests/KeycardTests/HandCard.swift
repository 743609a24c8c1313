import Crypto
import CryptoExtras
import Encoding

@testable import Keycard

/// The card's side of the protocol, as far as these tests need it, written from the protocol's description rather than
/// from the client.
final class HandCard: CardTransport {
  struct Inner: Equatable {
    var header: [UInt8]
    var data: [UInt8]
    var instruction: UInt8 { header[1] }
  }

  let key = HandKey(filledWith: 0x11)
  var instanceUID = [UInt8](repeating: 0xAB, count: 16)
  var version: [UInt8] = [3, 2]
  var freeSlots: UInt8 = 9
  var keyUID: [UInt8] = []
  var pairingSecret = [UInt8](repeating: 0x22, count: 32)
  var pairings: [UInt8: [UInt8]] = [0: [UInt8](repeating: 0x33, count: 32)]
  var nextIndex: UInt8 = 1
  var isFull = false

  /// Answers commands sent inside the channel, and unencrypted commands that concern neither pairing nor the channel.
  var perform: (Inner) -> [UInt8] = { _ in [0x90, 0x00] }
  var performInClear: ([UInt8]) -> [UInt8] = { _ in [0x6D, 0x00] }
  /// Changes an answer in transit, given the position of its command.
  var onTheWay: ((Int, [UInt8]) -> [UInt8])?

  private(set) var commands: [[UInt8]] = []
  private(set) var inner: [Inner] = []
  private var pairingChallenge: [UInt8] = []
  private var session: (encryption: [UInt8], code: [UInt8], vector: [UInt8])?

  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    commands.append(command)
    let answer = answer(to: command)
    return onTheWay.map { $0(commands.count - 1, answer) } ?? answer
  }

  private func answer(to command: [UInt8]) -> [UInt8] {
    let data = Array(command.dropFirst(5).prefix(Int(command[4])))
    switch command[1] {
    case 0xA4:
      session = nil
      return selectAnswer + [0x90, 0x00]
    case 0x12: return pair(command[2], data)
    case 0x10: return open(command[2], data)
    default: return session == nil ? performInClear(command) : answerInside(Array(command[0..<4]), data)
    }
  }

  var selectAnswer: [UInt8] {
    let inside =
      [0x8F, 0x10] + instanceUID + [0x80, 0x41] + key.point + [0x02, 0x02] + version + [0x02, 0x01, freeSlots]
      + [0x8E, UInt8(keyUID.count)] + keyUID + [0x8D, 0x01, 0x1F]
    return [0xA4] + (inside.count < 128 ? [] : [0x81]) + [UInt8(inside.count)] + inside
  }

  private func pair(_ step: UInt8, _ data: [UInt8]) -> [UInt8] {
    if isFull { return [0x6A, 0x84] }
    if step == 0 {
      pairingChallenge = [UInt8](repeating: 0x44, count: 32)
      return Array(SHA256.hash(data: pairingSecret + data)) + pairingChallenge + [0x90, 0x00]
    }
    guard data == Array(SHA256.hash(data: pairingSecret + pairingChallenge)) else { return [0x69, 0x82] }
    let salt = [UInt8](repeating: 0x55, count: 32)
    pairings[nextIndex] = Array(SHA256.hash(data: pairingSecret + salt))
    return [nextIndex] + salt + [0x90, 0x00]
  }

  private func open(_ index: UInt8, _ point: [UInt8]) -> [UInt8] {
    session = nil
    guard let pairing = pairings[index] else { return [0x6A, 0x86] }
    let salt = [UInt8](repeating: 0x66, count: 32), vector = [UInt8](repeating: 0x77, count: 16)
    let keys = Array(SHA512.hash(data: key.sharedX(point) + pairing + salt))
    session = (Array(keys[..<32]), Array(keys[32...]), vector)
    return salt + vector + [0x90, 0x00]
  }

  private func answerInside(_ header: [UInt8], _ data: [UInt8]) -> [UInt8] {
    guard let open = session, data.count >= 32 else { return [0x69, 0x82] }
    let (code, encrypted) = (Array(data[..<16]), Array(data[16...]))
    guard code == Self.code([UInt8(data.count)], header, encrypted, open.code) else {
      session = nil
      return [0x69, 0x82]
    }
    let command = Inner(header: header, data: Self.unpadded(Self.decrypt(encrypted, open.encryption, open.vector)))
    inner.append(command)
    let answer = header[1] == 0x11 ? [UInt8](repeating: 0x88, count: 32) + [0x90, 0x00] : perform(command)
    let sealed = Self.encrypt(Self.padded(answer), open.encryption, code)
    let answerCode = Self.code([UInt8(16 + sealed.count)], [], sealed, open.code)
    session?.vector = answerCode
    return answerCode + sealed + [0x90, 0x00]
  }

  /// The second-to-last ciphertext block after unneeded padding, which is how another client computes the MAC.
  private static func code(_ length: [UInt8], _ header: [UInt8], _ encrypted: [UInt8], _ key: [UInt8]) -> [UInt8] {
    var first = header + length
    first += [UInt8](repeating: 0, count: 16 - first.count)
    return Array(encrypt(padded(first + encrypted), key, [UInt8](repeating: 0, count: 16)).suffix(32).prefix(16))
  }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    var padded = bytes + [0x80]
    while padded.count % 16 != 0 { padded.append(0) }
    return padded
  }

  static func unpadded(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[..<(bytes.lastIndex(of: 0x80) ?? 0)]) }

  static func encrypt(_ bytes: [UInt8], _ key: [UInt8], _ vector: [UInt8]) -> [UInt8] {
    (try? Array(AES._CBC.encrypt(bytes, using: SymmetricKey(data: key), iv: .init(ivBytes: vector), noPadding: true)))
      ?? []
  }

  static func decrypt(_ bytes: [UInt8], _ key: [UInt8], _ vector: [UInt8]) -> [UInt8] {
    (try? Array(AES._CBC.decrypt(bytes, using: SymmetricKey(data: key), iv: .init(ivBytes: vector), noPadding: true)))
      ?? []
  }

  /// A client with an open channel to this card, using the pairing in slot 0.
  func opened(random: @escaping CardRandomness = SystemRandomness.bytes) throws -> KeycardClient {
    let client = KeycardClient(self, random: random)
    try client.select()
    guard try client.openSecureChannel(pairing) == .open else { throw KeycardError(.channelClosed) }
    return client
  }

  var pairing: Pairing { Pairing(index: 0, key: Secret(pairings[0] ?? [])) }
}

/// Returns the given answers in order, and then acts like a removed card.
final class ScriptedTransport: CardTransport {
  private var answers: [[UInt8]]
  private(set) var commands: [[UInt8]] = []
  init(_ answers: [UInt8]...) { self.answers = answers }

  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] {
    commands.append(command)
    guard !answers.isEmpty else { throw KeycardError(.removed) }
    return answers.removeFirst()
  }
}
