import Encoding
import Testing

@testable import Keycard

@Suite struct SelectAndPairTests {
  @Test("SELECT names the whole instance, and the card's description of itself is read")
  func initialized() throws {
    let card = HandCard()
    card.keyUID = [UInt8](repeating: 0xCD, count: 32)
    let client = KeycardClient(card)
    guard case .initialized(let application) = try client.select() else { return #expect(Bool(false)) }
    #expect(card.commands == [bytes("00a4040009a0000008040001010100")])
    #expect(application.instanceUID == card.instanceUID && application.channelKey == card.key.point)
    #expect(application.version == KeycardVersion(major: 3, minor: 2) && application.freeSlots == 9)
    #expect(application.keyUID == card.keyUID && application.capabilities == .all)
    card.keyUID = []
    guard case .initialized(let keyless) = try client.select() else { return #expect(Bool(false)) }
    #expect(keyless.keyUID == nil)
  }

  @Test("blank cards and version 2.0 without capabilities are recognized; other cards are rejected")
  func others() throws {
    let point = HandKey(filledWith: 3).point
    #expect(try ApplicationInfo([0x80, 0x41] + point) == .blank(channelKey: point))
    let inside =
      [0x8F, 0x10] + [UInt8](repeating: 1, count: 16) + [0x80, 0x41] + point + [
        0x02, 0x02, 2, 0, 0x02, 0x01, 5, 0x8E, 0x00,
      ]
    guard case .initialized(let old) = try ApplicationInfo([0xA4, UInt8(inside.count)] + inside) else {
      return #expect(Bool(false))
    }
    #expect(old.capabilities == .all && old.version == KeycardVersion(major: 2, minor: 0) && old.freeSlots == 5)
    for word: [UInt8] in [[0x6A, 0x82], [0x69, 0x99], [0x6D, 0x00], [0x6F, 0x00]] {
      #expect(throws: KeycardError(.notKeycard)) { try KeycardClient(ScriptedTransport(word)).select() }
    }
    #expect(throws: KeycardError(.removed)) { try KeycardClient(ScriptedTransport([])).select() }
    #expect(throws: KeycardError(.malformed)) { try KeycardClient(ScriptedTransport([0x90, 0x00])).select() }
    // Version and slots in reverse order.
    let swapped =
      [0x8F, 0x10] + [UInt8](repeating: 1, count: 16) + [0x80, 0x41] + point + [
        0x02, 0x01, 5, 0x02, 0x02, 2, 0, 0x8E, 0x00,
      ]
    #expect(throws: KeycardError(.malformed)) { try ApplicationInfo([0xA4, UInt8(swapped.count)] + swapped) }
  }

  @Test("the default pairing password gives the secret that cards use")
  func pairingSecret() throws {
    #expect(
      try Hex.encode(PairingSecret.derive(from: secret(PairingSecret.defaultPassword)).exposed)
        == "675deabb0d7c724b4a36caad0e280826159e89886f7082535d431e924848bcf1")
    #expect(try PairingSecret.derive(from: secret("\u{FB01}")).matches(PairingSecret.derive(from: secret("fi"))))
    #expect(throws: KeycardError(.invalid)) { try PairingSecret.derive(from: secret("")) }
  }

  @Test("D-06: a wrong pairing password takes no slot; the right one gives a working pairing")
  func pair() throws {
    let card = HandCard()
    let client = KeycardClient(card)
    try client.select()
    for _ in 0..<20 {
      guard case .wrongPassword = try client.pair(secret: Secret([UInt8](repeating: 9, count: 32))) else {
        return #expect(Bool(false))
      }
    }
    #expect(card.commands.count == 21 && card.pairings.count == 1)
    guard case .paired(let pairing) = try client.pair(secret: Secret(card.pairingSecret)) else {
      return #expect(Bool(false))
    }
    #expect(pairing.index == 1 && pairing.key.exposed == card.pairings[1])
    // Both steps ask for a slot that the card keeps.
    #expect(card.commands.suffix(2).map { Array($0[1...3]) } == [[0x12, 0x00, 0x02], [0x12, 0x01, 0x02]])
    #expect(try client.openSecureChannel(pairing) == .open)
    #expect(throws: KeycardError(.invalid)) { try client.pair(secret: Secret(card.pairingSecret)) }
  }

  @Test("a full card gives no pairing; a slot that the card will forget gives an ephemeral pairing")
  func slots() throws {
    let card = HandCard()
    let client = KeycardClient(card)
    try client.select()
    card.isFull = true
    guard case .noSlot = try client.pair(secret: Secret(card.pairingSecret)) else { return #expect(Bool(false)) }
    (card.isFull, card.nextIndex) = (false, 0xFF)
    guard case .ephemeral(let pairing) = try client.pair(secret: Secret(card.pairingSecret), slot: .any) else {
      return #expect(Bool(false))
    }
    #expect(pairing.isEphemeral)
  }

  @Test("all slots but the client's own are freed, whatever the card's number of slots", arguments: [5, 10, 100])
  func freeSlots(count: Int) throws {
    let card = HandCard()
    let client = try card.opened()
    var freed: [UInt8] = []
    card.perform = { command in
      guard command.header[2] < count else { return [0x6A, 0x86] }
      freed.append(command.header[2])
      return [0x90, 0x00]
    }
    #expect(try client.freeOtherSlots(keeping: 3) == count)
    #expect(freed == (0..<UInt8(count)).filter { $0 != 3 })
    #expect(client.isSecureChannelOpen)
  }

  @Test("a blank card receives PIN, PUK, password and its own duress PIN, encrypted to its key")
  func initialize() throws {
    let cardKey = HandKey(filledWith: 3)
    let transport = ScriptedTransport([0x80, 0x41] + cardKey.point + [0x90, 0x00], [0x90, 0x00])
    let client = KeycardClient(transport)
    try client.select()
    let credentials = InitialCredentials(
      puk: secret("123456789012"), pairingPassword: secret(PairingSecret.defaultPassword))
    #expect(try client.initialize(pin: secret("654321"), credentials) == .initialized)
    #expect(client.application == nil)
    let command = transport.commands[1]
    #expect(Array(command[0..<4]) == [0x80, 0xFE, 0, 0] && command[5] == 65 && Int(command[4]) == command.count - 5)
    let (point, vector, encrypted) = (Array(command[6..<71]), Array(command[71..<87]), Array(command[87...]))
    let plain = HandCard.unpadded(HandCard.decrypt(encrypted, cardKey.sharedX(point), vector))
    #expect(plain.count == 58)
    #expect(Array(plain[..<18]) == Array("654321123456789012".utf8))
    #expect(Hex.encode(plain[18..<50]) == "675deabb0d7c724b4a36caad0e280826159e89886f7082535d431e924848bcf1")
    #expect(Array(plain[50..<52]) == [3, 5])
    let duress = Array(plain[52...])
    #expect(CardDigits.isPIN(Secret(duress)) && duress != Array("654321".utf8))
  }

  @Test("a PUK that begins with the PIN, malformed digits and an empty password are never sent")
  func unfit() throws {
    let transport = ScriptedTransport([0x80, 0x41] + HandKey(filledWith: 3).point + [0x90, 0x00])
    let client = KeycardClient(transport)
    try client.select()
    let credentials = InitialCredentials(puk: secret("123456789012"), pairingPassword: secret("p"))
    #expect(try client.initialize(pin: secret("123456"), credentials) == .unfit)
    #expect(throws: KeycardError(.invalid)) { try client.initialize(pin: secret("12345"), credentials) }
    #expect(throws: KeycardError(.invalid)) {
      try client.initialize(
        pin: secret("654321"), InitialCredentials(puk: secret("12345678901"), pairingPassword: secret("p")))
    }
    #expect(throws: KeycardError(.invalid)) {
      try client.initialize(
        pin: secret("654321"), InitialCredentials(puk: secret("123456789012"), pairingPassword: secret("")))
    }
    #expect(transport.commands.count == 1)
  }

  @Test("random credentials are well-formed, and the PUK never begins with the PIN")
  func credentials() throws {
    let pin = secret("000000")
    let made = try InitialCredentials.random(besides: pin)
    #expect(CardDigits.isPUK(made.puk) && !CardDigits.begins(puk: made.puk, with: pin))
    #expect(
      String(decoding: made.pairingPassword.exposed, as: UTF8.self).wholeMatch(
        of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/) != nil)
    // If a source returns a PUK that begins with the PIN, it is asked again.
    var draws = 0
    let second = try InitialCredentials.random(besides: pin) { count in
      draws += 1
      return [UInt8](repeating: draws == 1 ? 0 : 1, count: count)
    }
    #expect(
      second.puk.exposed == Array("111111111111".utf8)
        && second.pairingPassword.exposed == Array("1111-1111-1111-1111".utf8))
    #expect(throws: KeycardError(.invalid)) {
      try InitialCredentials.random(besides: pin) { [UInt8](repeating: 0xFF, count: $0) }
    }
  }

  @Test("a factory reset is sent unencrypted in any state, and discards all state of the card")
  func factoryReset() throws {
    let card = HandCard()
    let client = try card.opened()
    card.onTheWay = { $0 == 3 ? [0x90, 0x00] : $1 }
    #expect(try client.factoryReset() == .reset)
    #expect(card.commands.last == [0x80, 0xFD, 0xAA, 0x55, 0x00])
    #expect(client.application == nil && !client.isSecureChannelOpen)
    #expect(try KeycardClient(ScriptedTransport([0x6D, 0x00])).factoryReset() == .unavailable)
  }
}
