import SimulatedCard
import Testing

@Suite struct ChannelTests {
  private func initialized(_ version: AppletVersion = .three2) -> Terminal {
    let terminal = Terminal(SimulatedCard(version: version))
    terminal.initialize()
    terminal.select()
    return terminal
  }

  @Test("PAIR proves the secret both ways; a wrong response gives 6982, uses no try and starts over") func pairing()
    throws
  {
    let terminal = initialized(), challenge = [UInt8](repeating: 1, count: 32)
    #expect(terminal.send(0x12, 1, 0, challenge).status == 0x6A86, "There was no first step.")
    #expect(terminal.send(0x12, 2, 0, challenge).status == 0x6A86)
    #expect(terminal.send(0x12, 0, 0, [1]).status == 0x6A80)
    for _ in 0..<20 {
      #expect(terminal.send(0x12, 0, 0, challenge).status == 0x9000)
      #expect(terminal.send(0x12, 1, 0, challenge).status == 0x6982)
      #expect(terminal.send(0x12, 1, 0, challenge).status == 0x6A86)
    }
    #expect(terminal.pair(secret: challenge) == nil)
    #expect(terminal.pair()?.index == 0)
    #expect(terminal.pair()?.index == 1)
    #expect(terminal.select().text.suffix(8).prefix(3) == [2, 1, 8])
  }

  @Test("a full card answers a lasting pairing with 6A84, and any other with index FF (3.2)")
  func fullCard() throws {
    let terminal = initialized()
    for index in 0..<10 { #expect(terminal.pair()?.index == UInt8(index)) }
    #expect(terminal.send(0x12, 0, 2, [UInt8](repeating: 1, count: 32)).status == 0x6A84)
    let ephemeral = try #require(terminal.pair())
    #expect(ephemeral.index == 0xFF)
    _ = terminal.channelPoint()
    #expect(!terminal.open(ephemeral), "SELECT has ended it.")
  }

  @Test("an ephemeral pairing opens a channel, takes no slot, and is gone after a SELECT") func ephemeral() throws {
    let terminal = initialized()
    let lasting = try #require(terminal.pair())
    #expect(terminal.open(lasting))
    terminal.select()
    let pairing = try #require(terminal.pair(wish: 1))
    #expect(pairing.index == 0xFF)
    #expect(terminal.open(pairing, isSelecting: false))
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0x13, 0xFF)?.status == 0x9000)
    #expect(terminal.select().text.suffix(8).prefix(3) == [2, 1, 9])
    #expect(terminal.send(0x10, 0xFF, 0, [UInt8](repeating: 4, count: 65)).status == 0x6A86)
  }

  @Test("UNPAIR needs channel and PIN, frees the slot, and accepts an empty one") func unpairing() throws {
    let terminal = initialized()
    #expect(terminal.send(0x13, 0).status == 0x6985)
    let own = try #require(terminal.pair()), other = try #require(terminal.pair())
    #expect(terminal.open(own))
    #expect(terminal.secure(0x13, 1)?.status == 0x6985)
    #expect(terminal.verify() == 0x9000)
    #expect(terminal.secure(0x13, 1)?.status == 0x9000)
    #expect(terminal.secure(0x13, 1)?.status == 0x9000)
    #expect(terminal.secure(0x13, 10)?.status == 0x6A86)
    #expect(!terminal.open(other))
    #expect(terminal.pair()?.index == 1, "The freed place is taken again.")
    #expect(terminal.select().text.suffix(8).prefix(3) == [2, 1, 8])
  }

  @Test("OPEN SECURE CHANNEL rejects an empty slot with 6A86 and an invalid point with 6A80") func opening() throws {
    let terminal = initialized()
    let point = Terminal.agreement(with: terminal.channelPoint()).point
    #expect(terminal.send(0x10, 0, 0, point).status == 0x6A86)
    #expect(terminal.send(0x10, 10, 0, point).status == 0x6A86)
    _ = try #require(terminal.pair())
    #expect(terminal.send(0x10, 0, 0, [4] + [UInt8](repeating: 1, count: 64)).status == 0x6A80)
    #expect(terminal.send(0x10, 0, 0, Array(point.prefix(64))).status == 0x6A80)
    #expect(terminal.send(0x11, 0, 0, [UInt8](repeating: 0, count: 64)).status == 0x6985)
  }

  @Test("no command works before MUTUALLY AUTHENTICATE, which is accepted only once") func authentication() throws {
    let terminal = initialized()
    let pairing = try #require(terminal.pair())
    #expect(terminal.open(pairing, isAuthenticating: false))
    #expect(terminal.secure(0xF2) == nil && terminal.lastClear == 0x6985)
    #expect(terminal.open(pairing))
    #expect(terminal.secure(0x11, 0, 0, [UInt8](repeating: 1, count: 32))?.status == 0x6985)
    #expect(terminal.open(pairing, isAuthenticating: false))
    #expect(
      terminal.secure(0x11, 0, 0, [1]) == nil && terminal.lastClear == 0x6982, "32 bytes, or the channel is gone.")
    #expect(terminal.secure(0xF2) == nil && terminal.lastClear == 0x6985)
    #expect(terminal.open((pairing.index, [UInt8](repeating: 0, count: 32))) == false, "Another pairing's key.")
    #expect(terminal.lastClear == 0x6982)
  }

  @Test(
    "a wrong MAC, a changed text or a clear command is 6982 in the clear and ends the channel",
    arguments: 0..<3)
  func forgeries(forgery: Int) throws {
    let terminal = initialized()
    #expect(terminal.open(try #require(terminal.pair())))
    var body = terminal.sealed(0xF2, 0, 0, [])
    switch forgery {
    case 0: body[3] ^= 1
    case 1: body[20] ^= 1
    default: body = []
    }
    #expect(terminal.send(0xF2, 0, 0, body).status == 0x6982)
    #expect(terminal.send(0xF2).status == 0x6985)
  }

  @Test("the MAC covers P1, P2 and INS") func header() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    let body = terminal.sealed(0xF2, 0, 0, [])
    #expect(terminal.send(0xF2, 1, 0, body).status == 0x6982)
  }

  @Test("a refusal inside the channel appears as 9000 outside, and the channel stays open") func innerStatus() throws {
    let terminal = try #require(Terminal.ready(isVerified: false))
    #expect(terminal.secure(0xD4)?.status == 0x6985)
    #expect(terminal.secure(0xF2, 9)?.status == 0x6A86)
    #expect(terminal.status() == [3, 5, 0])
  }

  @Test("a command rejected without decryption is answered under the last response's IV")
  func staleVector() throws {
    let terminal = try #require(Terminal.ready())
    for (ins, p1, expected) in [(0x84, 0x20, 0x6D00), (0x12, 0, 0x6985), (0xC0, 0x04, 0x6B00), (0xFD, 0, 0x6A86)]
      as [(UInt8, UInt8, UInt16)]
    {
      let before = terminal.iv
      let answer = terminal.send(ins, p1, 0, terminal.sealed(ins, p1, 0, [UInt8](repeating: 1, count: 32)))
      #expect(terminal.unseal(answer, with: before)?.status == expected)
    }
    #expect(terminal.status() == [3, 5, 0])
  }

  @Test("setting a new pairing secret keeps the existing pairings") func pairingSecret() throws {
    let terminal = try #require(Terminal.ready()), secret = [UInt8](repeating: 0x77, count: 32)
    #expect(terminal.secure(0x21, 2, 0, secret)?.status == 0x9000)
    #expect(terminal.open(terminal.pairing))
    terminal.select()
    #expect(terminal.pair() == nil)
    #expect(terminal.pair(secret: secret)?.index == 1)
  }

  @Test("data of the maximum size can be sent in both directions") func longest() throws {
    let terminal = try #require(Terminal.ready())
    #expect(terminal.secure(0xE2, 1, 0, [0, 221] + [UInt8](repeating: 5, count: 221))?.status == 0x9000)
    #expect(terminal.secure(0xCA, 1)?.text == [0, 221] + [UInt8](repeating: 5, count: 221))
  }
}
