import Encoding
import SeededNumbers
import Testing

@testable import Keycard

@Suite struct PINTests {
  @Test("D-57: the card reports the number of tries left")
  func verify() throws {
    let card = HandCard()
    let client = try card.opened()
    for (word, outcome) in [
      ([0x63, 0xC2] as [UInt8], VerifyOutcome.wrong(triesLeft: 2)), ([0x63, 0xC0], .wrong(triesLeft: 0)),
      ([0x90, 0x00], .correct),
    ] {
      card.perform = { _ in word }
      #expect(try client.verify(pin: secret("123456")) == outcome)
    }
    #expect(card.inner.last == HandCard.Inner(header: [0x80, 0x20, 0, 0], data: Array("123456".utf8)))
    card.perform = { _ in [0x69, 0x85] }
    #expect(throws: KeycardError(.refused)) { try client.verify(pin: secret("123456")) }
  }

  @Test("D-58: anything but exactly six or twelve digits is rejected before it is sent")
  func malformed() throws {
    let card = HandCard()
    let client = try card.opened()
    let sent = card.commands.count
    for text in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", " 12345", "123456\n", "-12345", "１２３４５６", "12345\0"] {
      #expect(throws: KeycardError(.invalid), "\(text)") { try client.verify(pin: secret(text)) }
      #expect(throws: KeycardError(.invalid)) { try client.change(pin: secret(text)) }
      #expect(throws: KeycardError(.invalid)) { try client.unblock(puk: secret("123456789012"), newPIN: secret(text)) }
      #expect(throws: KeycardError(.invalid)) { try client.change(puk: secret(text)) }
      #expect(throws: KeycardError(.invalid)) { try client.unblock(puk: secret(text), newPIN: secret("123456")) }
    }
    #expect(card.commands.count == sent && client.isSecureChannelOpen)
  }

  @Test("D-58: random bytes are accepted as a PIN only if they are the right number of digits")
  func randomBytes() {
    var generator = SeededNumbers(seed: 58)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 4...13, using: &generator)).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0
          ? UInt8.random(in: .min ... .max, using: &generator) : UInt8.random(in: 48...57, using: &generator)
      }
      let digits = text.filter { $0 >= 0x30 && $0 <= 0x39 }.count
      #expect(CardDigits.isPIN(Secret(text)) == (text.count == 6 && digits == 6))
      #expect(CardDigits.isPUK(Secret(text)) == (text.count == 12 && digits == 12))
    }
  }

  @Test("D-53: one command carries PUK and new PIN, and its response applies to both")
  func unblock() throws {
    let card = HandCard()
    let client = try card.opened()
    for (word, outcome) in [
      ([0x63, 0xC4] as [UInt8], UnblockOutcome.wrong(triesLeft: 4)), ([0x69, 0x85], .notBlocked),
      ([0x90, 0x00], .unblocked),
    ] {
      card.perform = { _ in word }
      #expect(try client.unblock(puk: secret("111111222222"), newPIN: secret("654321")) == outcome)
    }
    #expect(card.inner.last == HandCard.Inner(header: [0x80, 0x22, 0, 0], data: Array("111111222222654321".utf8)))
    let sent = card.commands.count
    #expect(try client.unblock(puk: secret("111111222222"), newPIN: secret("111111")) == .unfit)
    #expect(card.commands.count == sent)
  }

  @Test("D-37: each change is a separate command; a PUK that begins with the PIN is never sent")
  func change() throws {
    let card = HandCard()
    let client = try card.opened()
    #expect(try client.change(pin: secret("654321")) == .changed)
    #expect(try client.change(puk: secret("111111222222"), besides: secret("654321")) == .changed)
    try client.change(pairingSecret: Secret([UInt8](repeating: 7, count: 32)))
    #expect(card.inner.suffix(3).map { $0.header } == [[0x80, 0x21, 0, 0], [0x80, 0x21, 1, 0], [0x80, 0x21, 2, 0]])
    #expect(card.inner.suffix(3).map(\.data.count) == [6, 12, 32])
    let sent = card.commands.count
    #expect(try client.change(puk: secret("654321222222"), besides: secret("654321")) == .unfit)
    #expect(try client.change(pin: secret("111111"), besides: secret("111111222222")) == .unfit)
    #expect(throws: KeycardError(.invalid)) { try client.change(pairingSecret: secret("short")) }
    #expect(card.commands.count == sent)
  }

  @Test("no description contains a secret")
  func descriptions() throws {
    let pin = secret("918273"), pairing = Pairing(index: 1, key: secret("918273"))
    let credentials = InitialCredentials(puk: pin, pairingPassword: pin)
    let key = try #require(Secp256k1PrivateKey(Secret([UInt8](repeating: 0x5A, count: 32))))
    let outcome = PairOutcome.paired(pairing)
    for text in [
      "\(pin)", "\(pairing)", "\(credentials)", "\(outcome)", "\(key.bytes)", String(reflecting: pairing),
      String(reflecting: credentials),
      String(reflecting: key.bytes), String(reflecting: outcome),
    ] {
      #expect(
        !text.contains("918273") && !text.contains("57, 49") && !text.contains("90, 90") && text.contains("•"),
        "\(text)")
    }
    var dumped = ""
    dump((pairing, credentials, key), to: &dumped)
    #expect(!dumped.contains("918273") && !dumped.contains("- 57") && !dumped.contains("- 90"))
    do { _ = try KeycardClient(ScriptedTransport()).verify(pin: secret("91827x")) } catch {
      #expect(!"\(error)".contains("91827"))
    }
  }
}
