import Encoding
import SeededNumbers
import Testing

@testable import Keycard

@Suite struct SecureChannelTests {
  @Test("session keys, encryption, decryption and a wrapped command match the published values")
  func published() throws {
    var channel = try SecureChannel(
      encryptionKey: Secret(bytes("FDBCB1637597CF3F8F5E8263007D4E45F64C12D44066D4576EB1443D60AEF441")),
      codeKey: Secret(bytes("2FB70219E6635EE0958AB3F7A428BA87E8CD6E6F873A5725A55F25B102D0F1F7")),
      vector: bytes("627E64358FA9BDCDAD4442BD8006E0A5"))
    let plain = bytes("D545A5E95963B6BCED86A6AE826D34C5E06AC64A1217EFFA1415A96674A82500")
    let wrapped = try plain.withUnsafeBytes { try channel.wrap(CommandHeader(.mutuallyAuthenticate), $0) }
    #expect(
      Hex.encode(wrapped.data).uppercased()
        == """
        BA796BF8FAD1FD50407B87127B94F5023EF8903AE926EAD8A204F961B8A0EDAEE7CCCFE7F7F6380CE2C6F188E598E4468B7DEDD0E807C1\
        8CCBDA71A55F3E1F9A
        """
    )
    #expect(channel.vector == bytes("BA796BF8FAD1FD50407B87127B94F502"))

    let encrypted = try bytes("A8A686D0E3290459BCB36088A8FD04A76BF13283BE4B1EAE2E1248EF609F94DC").withUnsafeBytes {
      try PaddedCipher.encrypt(
        $0,
        by: CipherBlockChaining(
          .encrypting, key: Secret(bytes("44D689AB4B18206F7EEE5439FB9A71A8A617406BA5259728D1EBC2786D24896C"))),
        vector: bytes("9D3EF41EF1D221DD98A54AD5470F58F2"))
    }
    #expect(
      encrypted
        == bytes("FFB41FED5F71A2B57A6AE62D5D5ECD1C12616F6464637DD0A7A930920ACBA55867A7E12CC4F06B089AF34FF4ED4BAB08"))
    let decrypted = try PaddedCipher.decrypt(
      bytes("73B58B66372E3446E14A9F54BA59666DB432E9DD87D24F9B0525180EE52DA2106E0C70EED7CD42B5B313E4443D6AC90D"),
      by: CipherBlockChaining(
        .decrypting, key: Secret(bytes("D93D8E6164196D5C5B5F84F10E4B90D98F8D282ED145513ED666AA55C9871E79"))),
      vector: bytes("F959B1220333046D3C47D61B1E1B891B"))
    #expect(decrypted == bytes("2E21F9F2B2C2CC9038D518A5C6B490613E7955BD19D19108B77786986B7ABFE69000"))

    let given = (
      x: Secret(bytes("B410E816DA313545151807E25A830201FA389913A977066AB0C6DE0E8631E400")),
      key: Secret(bytes("544FF0B9B0737E4BFC4ECDFCE09F522B837051BBE4FFCEC494FA420D8525670E")),
      salt: bytes("1D7C033E75E10EC578AB538F69F1B02538571BA3831441F1649E3F24B5B3E3E7"),
      vector: bytes("1D7BC2D6A3D02FC8CB2FBB3FD8711BB5")
    )
    var derived = try SecureChannel(sharedX: given.x, pairingKey: given.key, salt: given.salt, vector: given.vector)
    var named = try SecureChannel(
      encryptionKey: Secret(bytes("4FF496554C01BAE0A52323E3481B448C99D43982118D95C6918FE0354D224B90")),
      codeKey: Secret(bytes("185811013138EA1B4FFDBBFA7343EF2DBE3E54C2C231885E867F792448AC2FE5")), vector: given.vector)
    let one = try plain.withUnsafeBytes { try derived.wrap(CommandHeader(.sign), $0) }
    #expect(try plain.withUnsafeBytes { try named.wrap(CommandHeader(.sign), $0) } == one)
  }

  @Test("messages of every length work in both directions; an error response keeps the channel open")
  func conversation() throws {
    let card = HandCard()
    card.perform = { $0.data.count.isMultiple(of: 7) ? [0x6A, 0x80] : $0.data.prefix(200) + [0x90, 0x00] }
    let client = try card.opened()
    for count in 0...SecureChannel.maximumPlainCount {
      let data = [UInt8](repeating: UInt8(count), count: count)
      let response = try client.exchange(CommandHeader(.storeData), data)
      if count.isMultiple(of: 7) {
        #expect(response.status.rawValue == 0x6A80)
      } else {
        #expect(response.data == Array(data.prefix(200)))
      }
      #expect(card.inner.last?.data == data)
    }
    #expect(throws: KeycardError(.invalid)) {
      try client.exchange(CommandHeader(.storeData), [UInt8](repeating: 0, count: 224))
    }
    #expect(client.isSecureChannelOpen)
  }

  @Test("a pairing that the card does not know is distinguished from other failures")
  func pairingUnknown() throws {
    let card = HandCard()
    let client = KeycardClient(card)
    try client.select()
    #expect(try client.openSecureChannel(Pairing(index: 4, key: card.pairing.key)) == .pairingUnknown)
    #expect(
      try client.openSecureChannel(Pairing(index: 0, key: Secret([UInt8](repeating: 1, count: 32)))) == .pairingUnknown)
    #expect(!client.isSecureChannelOpen)
    #expect(try client.openSecureChannel(card.pairing) == .open)
  }

  enum Fault: CaseIterable {
    case wrongMAC, wrongCiphertext, replayed, removed, oneByte, closedOutside, garbage, empty, wordOnly, anotherLength
    var code: KeycardError.Code {
      switch self {
      case .removed, .oneByte: .removed
      // The MAC of a repeated answer is valid. With a different vector, the answer decrypts to garbage, which has no
      // valid padding with these random numbers.
      case .garbage, .wordOnly, .empty, .anotherLength, .replayed: .malformed
      case .wrongMAC, .wrongCiphertext, .closedOutside: .channelClosed
      }
    }
  }

  @Test(
    "a changed, repeated, lost or forged answer closes the channel and is never believed",
    arguments: Fault.allCases)
  func faults(_ fault: Fault) throws {
    let card = HandCard()
    var generator = SeededNumbers(seed: 1)
    let client = try card.opened { generator.bytes($0) }
    card.perform = { _ in [0x90, 0x00] }
    var earlier: [UInt8] = []
    card.onTheWay = { place, answer in
      var answer = answer
      if place == 3 {
        earlier = answer
        return answer
      }
      switch fault {
      case .wrongMAC: answer[0] ^= 1
      case .wrongCiphertext: answer[20] ^= 1
      case .replayed: answer = earlier
      case .removed: answer = []
      case .oneByte: answer = [0x90]
      case .closedOutside: answer = [0x69, 0x82]
      case .garbage: answer = Array("HTTP/1.1 200 OK".utf8) + [0x90, 0x00]
      case .empty: answer = [UInt8](repeating: 0, count: 16) + [0x90, 0x00]
      case .wordOnly: answer = [0x90, 0x00]
      case .anotherLength: answer.insert(0, at: 5)
      }
      return answer
    }
    #expect(try client.verify(pin: secret("123456")) == .correct)
    #expect(throws: KeycardError(fault.code)) { try client.verify(pin: secret("123456")) }
    #expect(!client.isSecureChannelOpen)
    let sent = card.commands.count
    #expect(throws: KeycardError(.channelClosed)) { try client.verify(pin: secret("123456")) }
    #expect(card.commands.count == sent)
  }

  @Test("a repeated long response is rejected, although its MAC is valid and its end decrypts")
  func longReplay() throws {
    let card = HandCard()
    var generator = SeededNumbers(seed: 2)
    let client = try card.opened { generator.bytes($0) }
    let key = HandKey(filledWith: 5)
    card.perform = { _ in [0xA1, 0x43, 0x80, 0x41] + key.point + [0x90, 0x00] }
    var earlier: [UInt8] = []
    card.onTheWay = { place, answer in
      if place == 3 { earlier = answer }
      return earlier
    }
    #expect(try client.exportPublicKey(.wallet).uncompressed == key.point)
    #expect(throws: KeycardError(.malformed)) { try client.exportPublicKey(.wallet) }
    #expect(throws: KeycardError.self) { try client.exportPublicKey(.wallet) }
  }

  @Test("a card removed at any step of opening leaves no channel open", arguments: 1...2)
  func removal(at place: Int) throws {
    let card = HandCard()
    card.onTheWay = { $0 == place ? [] : $1 }
    let client = KeycardClient(card)
    try client.select()
    #expect(throws: KeycardError(.removed)) { try client.openSecureChannel(card.pairing) }
    #expect(!client.isSecureChannelOpen)
  }

  @Test("a whole login takes five commands, or six if the remaining tries are shown first")
  func commandCount() throws {
    let card = HandCard()
    let signer = HandKey(filledWith: 5)
    card.perform = { command in
      switch command.instruction {
      case 0xC0:
        let inside = [0x80, 0x41] + signer.point + HandKey.der(signer.sign(Array(command.data.prefix(32))))
        return [0xA0, 0x81, UInt8(inside.count)] + inside + [0x90, 0x00]
      case 0xF2: return [0xA3, 0x09, 0x02, 0x01, 3, 0x02, 0x01, 5, 0x01, 0x01, 0xFF, 0x90, 0x00]
      default: return [0x90, 0x00]
      }
    }
    let client = KeycardClient(card)
    let statement = CardStatement(purpose: "login", origin: "https://example.org", account: [1], challenge: [2])
    try client.select()
    #expect(try client.openSecureChannel(card.pairing) == .open)
    #expect(try client.verify(pin: secret("123456")) == .correct)
    let signature = try client.signLogin(statement)
    #expect(card.commands.count == 5)
    #expect(CardLogin.isValid(signature.compact, statement, publicKey: signer.point))
    #expect(card.inner.last?.data == statement.digest + CardLogin.path.encoded)
    #expect(try client.status() == KeycardStatus(pinTries: 3, pukTries: 5, hasKey: true))
    #expect(card.commands.count == 6)
  }
}
