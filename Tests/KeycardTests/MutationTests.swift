import Crypto
import Encoding
import SeededNumbers
import Testing

@testable import Keycard

/// Feeds mutated and random bytes to everything that reads data from a card or a page, and expects a refusal, not a
/// trap.
@Suite struct MutationTests {
  private func mutated(_ original: [UInt8], _ generator: inout SeededNumbers) -> [UInt8] {
    var bytes = original
    for _ in 0...Int.random(in: 0..<4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
      case 3 where place < bytes.count: bytes.remove(at: place)
      default: bytes = Array(bytes.prefix(place))
      }
    }
    return bytes
  }

  private func feed(_ original: [UInt8], seed: UInt64, rounds: Int = 3000, _ parse: ([UInt8]) -> Void) {
    var generator = SeededNumbers(seed: seed)
    parse(original)
    for _ in 0..<rounds { parse(mutated(original, &generator)) }
    for _ in 0..<rounds { parse(generator.bytes(Int.random(in: 0..<260, using: &generator))) }
  }

  @Test("mutated SELECT responses are rejected, or read with the right sizes")
  func applicationInfo() {
    let card = HandCard()
    card.keyUID = [UInt8](repeating: 1, count: 32)
    feed(card.selectAnswer, seed: 1) { bytes in
      guard case .initialized(let application)? = try? ApplicationInfo(bytes) else { return }
      #expect(
        application.instanceUID.count == 16 && application.channelKey.count == 65
          && [nil, 32].contains(application.keyUID?.count))
    }
  }

  @Test("mutated certificates and challenge signatures never identify the card")
  func identity() {
    let original = IdentityTests.published
    let genuine = try? IdentifyOutcome(original.answer, challenge: original.challenge)
    feed(original.answer, seed: 2) { bytes in
      guard case .identified(let certificate)? = try? IdentifyOutcome(bytes, challenge: original.challenge) else {
        return
      }
      // Changing the certificate's signature or v changes its apparent issuer; the card's own key and signature cannot
      // change.
      if case .identified(let known)? = genuine { #expect(certificate.identity == known.identity) }
    }
  }

  @Test("a mutated signature template never yields a signature over the hash")
  func signature() {
    let key = HandKey(filledWith: 5)
    let hash = [UInt8](repeating: 7, count: 32)
    let inside = [0x80, 0x41] + key.point + HandKey.der(key.sign(hash))
    let known = try? KeycardSignature([0xA0, 0x81, UInt8(inside.count)] + inside, hash: hash)
    #expect(known != nil)
    feed([0xA0, 0x81, UInt8(inside.count)] + inside, seed: 3) { bytes in
      if let read = try? KeycardSignature(bytes, hash: hash) { #expect(read == known) }
    }
  }

  @Test("mutated metadata that can be read can also be written and read again")
  func metadata() {
    feed(bytes("2331323300000403827a2801"), seed: 4) { bytes in
      guard let read = try? CardMetadata(bytes) else { return }
      #expect((try? CardMetadata(read.encoded)) == read)
    }
  }

  @Test("mutated evidence that can be read can also be written and read again")
  func evidence() {
    let key = HandKey(filledWith: 5)
    let original = CardEvidence(
      key: key.point, signature: key.sign([UInt8](repeating: 1, count: 32)), challenge: [1, 2, 3], isRehearsal: false)
    feed(original.json, seed: 5) { bytes in
      guard let read = try? CardEvidence(json: bytes) else { return }
      #expect((try? CardEvidence(json: read.json)) == read)
    }
  }

  @Test("a card that responds to every command at random causes only errors or valid values")
  func randomCard() throws {
    var generator = SeededNumbers(seed: 6)
    for _ in 0..<300 {
      let card = HandCard()
      let client = try card.opened()
      card.perform = { _ in
        generator.bytes(Int.random(in: 0..<200, using: &generator))
          + (Bool.random(using: &generator) ? [0x90, 0x00] : [])
      }
      let hash = [UInt8](repeating: 1, count: 32)
      let commands: [() throws -> Any] = [
        { try client.status() }, { try client.keyPath() }, { try client.metadata() as Any },
        { try client.generatePhrase(wordCount: 12) },
        { try client.sign(hash: hash, path: .wallet) }, { try client.exportPublicKey(.wallet) },
        { try client.unlockSecret() },
        { try client.identify() }, { try client.verify(pin: secret("123456")) },
      ]
      for command in commands { _ = try? command() }
    }
    for seed in UInt64(0)..<300 {
      var generator = SeededNumbers(seed: seed)
      let card = HandCard()
      card.onTheWay = { _, answer in mutated(answer, &generator) }
      let client = KeycardClient(card)
      _ = try? client.select()
      _ = try? client.pair(secret: Secret(card.pairingSecret))
      _ = try? client.openSecureChannel(card.pairing)
      _ = try? client.status()
    }
  }
}
