import Foundation
import TestProgram
import Testing

/// Tasks with an initialized card, in a terminal: one conversation each.
@Suite struct CardCareWalkTests {
  private let pin = "Card PIN (6 digits, not shown): "
  private let menu = "q: quit): "

  private func cardWithAccount() async throws -> CardPerson {
    let person = CardPerson()
    try await person.prepare()
    return person
  }
  /// Presses Close.
  private func close(_ terminal: PseudoTerminal) async throws {
    try await terminal.wait(for: "Your choice")
    terminal.type("1\r")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }

  @Test("D-35: a message is shown, and then signed with the wallet key", .timeLimit(.minutes(10))) func message()
    async throws
  {
    let terminal = try await cardWithAccount().begin("sign")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("1", until: "Message: ")
    let shown = try await terminal.type("hello", until: "This is what your card signs.", "Your choice (1 to 4")
    #expect(try shown.value(of: "To sign") == "hello")
    try await terminal.type("1", until: pin)
    let signed = try await terminal.type("123456", until: "Your choice (1 to 2")
    #expect(try signed.value(of: "Address") == CardPerson.address)
    #expect(try signed.value(of: "Hash") == "50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750")
    #expect(signed.contains("Signature, all of it one line"))
    #expect(
      signed.components(separatedBy: .newlines).contains { $0.wholeMatch(of: /[0-9a-f]{130}/) != nil },
      "It stands alone on its line.")
    terminal.type("1\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test(
    "D-35: a hash may begin with 0X; a refused path takes no hash away; no hash, no signature",
    .timeLimit(.minutes(10)))
  func hash() async throws {
    let terminal = try await cardWithAccount().begin("sign"), digits = String(repeating: "aB", count: 32)
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("3", until: "Hash, 64 hexadecimal digits: ")
    try await terminal.type("ab", until: "A hash has 64 hexadecimal digits. Nothing was signed.")
    try await terminal.type("0X" + digits, until: "This is what your card signs.", "Your choice (1 to 4")
    try await terminal.type("2", until: "Wallet path [m/44'/60'/0'/0/0]: ")
    for refused in ["m/x", "m/01", "m/1818326115'/0'"] {
      try await terminal.type(refused, until: "Problem: That is not a wallet path.", "Wallet path [m/44'/60'/0'/0/0]: ")
    }
    try await terminal.type("", until: "This is what your card signs.", "Your choice (1 to 4")
    try await terminal.type("1", until: pin)
    #expect(try await terminal.type("123456", until: "Your choice (1 to 2").value(of: "Hash") == digits.lowercased())
    terminal.type("1\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test(
    "D-35: of a file its SHA-256 is shown and signed; one that is not there is asked for again",
    .timeLimit(.minutes(10))) func file()
    async throws
  {
    let person = try await cardWithAccount(), file = person.folder + "/letter"
    try Data("abc".utf8).write(to: URL(filePath: file))
    let terminal = try await person.begin("sign")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("2", until: "File: ")
    try await terminal.type(file + ".none", until: "cannot be", "read.", "File: ")
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  // FIPS 180-2, B.1
    #expect(try await terminal.type(file, until: "Your choice (1 to 4").value(of: "SHA-256") == digest)
    try await terminal.type("1", until: pin)
    #expect(try await terminal.type("123456", until: "Your choice (1 to 2").value(of: "Hash") == digest)
    terminal.type("1\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test("D-09 D-10 D-36: the new PIN is typed twice, and the old one opens nothing", .timeLimit(.minutes(10)))
  func changePIN() async throws {
    let person = try await cardWithAccount(), terminal = try await person.begin("change-pin")
    try await terminal.wait(for: pin)
    try await terminal.type("123456", until: "New PIN (6 digits, not shown): ")
    try await terminal.type("654321", until: "New PIN, once more")
    try await terminal.type("111111", until: "The two are not the same.", "New PIN (6 digits, not shown): ")
    try await terminal.type("654321", until: "New PIN, once more")
    try await terminal.type("654321", until: "The card has its new PIN.")
    try await close(terminal)
    #expect(try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", input: "123456").code == "wrong")
    #expect(try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", input: "654321").status == 0)
  }

  @Test(
    "D-12 D-36 D-37 D-50 D-52 D-54: a new PUK, typed in groups, opens the frozen card",
    .timeLimit(.minutes(10)))
  func changePUKAndUnblock() async throws {
    let person = try await cardWithAccount(), change = try await person.begin("change-puk")
    try await change.wait(for: pin)
    try await change.type("123456", until: "New PUK (12 digits, not shown): ")
    try await change.type("9876 5432 109", until: "That is not 12 digits.", "New PUK (12 digits, not shown): ")
    try await change.type("9876 5432 1098", until: "New PUK, once more")
    try await change.type("987654321098", until: "The card has its new PUK.")
    try await close(change)

    let frozen = try await person.begin("login")
    try await frozen.wait(for: pin)
    try await frozen.type("000000", until: "2 tries left.", pin)
    try await frozen.type("000000", until: "1 try left.", pin)
    try await frozen.type("000000", until: "The card is frozen. Your PUK opens it again.", "Your choice (1 to 3")
    try await frozen.type("q", until: "Nothing was changed, but the card has counted each wrong try.")
    #expect(try await frozen.ended() == 0)

    let unblock = try await person.begin("unblock")
    try await unblock.wait(for: "Your choice (1 to 3")
    try await unblock.type("1", until: "New PIN (6 digits, not shown): ")
    try await unblock.type("222222", until: "once more")
    try await unblock.type("222222", until: "PUK (12 digits, not shown): ")
    try await unblock.type("999999999999", until: "4 tries left for the PUK.", "PUK (12 digits, not shown): ")
    try await unblock.type("9876 5432 1098", until: "The card is open again, with its new PIN.")
    try await close(unblock)
    let status = try await person.shoot("status")
    #expect(status.pinTries == 3 && (status.json["tries"] as? [String: Int])?["puk"] == 5)
  }

  @Test(
    "D-14 D-36 D-44: a changed pairing password is asked for once the card forgot this computer",
    .timeLimit(.minutes(10)))
  func changePairing() async throws {
    let person = try await cardWithAccount(), change = try await person.begin("change-pairing")
    try await change.wait(for: pin)
    try await change.type("123456", until: "New pairing password (not shown): ")
    try await change.type("my own", until: "once more")
    try await change.type("my own", until: "The card has its new pairing password.")
    try await close(change)

    let status = try await person.begin("status")
    try await status.wait(for: "Your choice (1 to 5")
    try await status.type("4", until: "Let this computer forget the card?", "Your choice (1 to 3")
    try await status.type("1", until: pin)
    try await status.type("123456", until: "This computer has forgotten the card", "Your choice")
    status.type("q\r")
    #expect(try await status.ended() == 0)
    #expect(try await person.shoot("status").card["isPaired"] as? Bool == false)

    let again = try await person.begin("metadata")
    try await again.wait(for: "(not shown): ")
    #expect(again.seen.contains("airing password"))
    try await again.type("another", until: "Problem: ", "(not shown): ")
    try await again.type("my own", until: pin)
    again.type("\u{1B}")
    try await again.wait(for: "Nothing was changed, but the card knows this computer now.")
    #expect(try await again.ended() == 0)
  }

  @Test(
    "A name is written on the card; one that is too long is refused, and not offered again",
    .timeLimit(.minutes(10))) func name()
    async throws
  {
    let person = try await cardWithAccount(), terminal = try await person.begin("metadata")
    try await terminal.wait(for: pin)
    try await terminal.type("123456", until: "Name (e.g. blue spare): ")
    try await terminal.type(
      "a name that is far too long for it", until: "That name is too long for the card.", "Name (e.g. blue spare): ")
    try await terminal.type("blue", until: "The card has its name.")
    try await close(terminal)
    #expect(try await person.shoot("status").card["name"] as? String == "blue")
  }

  @Test(
    "D-30 D-31 D-32: another account's phrase is refused; a card in use is not erased unasked",
    .timeLimit(.minutes(10)))
  func backup() async throws {
    let person = try await cardWithAccount(), terminal = try await person.begin()
    try await terminal.wait(for: menu)
    try await terminal.type("1", until: "Your choice (1 to 4")
    try await terminal.type("3", until: pin)
    try await terminal.type("123456", until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela.", menu)
    try await terminal.type("9", until: "(not shown): ")
    let other = Array(repeating: "zoo", count: 11).joined(separator: " ") + " wrong"
    for _ in 0..<2 {
      try await terminal.type(other, until: "Problem: That is the phrase of another account.", "(not shown): ")
    }
    let known = "This is the rehearsal card, and this account is on it."
    let warned = try await terminal.type(CardPerson.phrase, until: known, "Your choice (1 to 3")
    #expect(warned.contains("Holds: An account"))
    try await terminal.type("q", until: "Nothing was changed.", menu)
    #expect(try await (terminal.type("3", until: "Your choice (1 to 5")).contains("Holds: An account"))
    try await terminal.type("1", until: menu)

    // The flow is left after the card was erased, and the card is restored.
    try await terminal.type("9", until: "(not shown): ")
    try await terminal.type(CardPerson.phrase, until: known, "Your choice (1 to 3")
    try await terminal.type("2", until: "New PIN (6 digits, not shown): ")
    terminal.type("\u{1B}")
    try await terminal.wait(for: "The card was erased. There is nothing on it now.")
    try await terminal.wait(for: menu)
    try await terminal.type("9", until: "(not shown): ")
    try await terminal.type(CardPerson.phrase, until: "New PIN (6 digits, not shown): ")
    try await terminal.type("444444", until: "once more")
    try await terminal.type("444444", until: "(yes or no): ")
    try await terminal.type("yes", until: "The second card is ready. It opens the same account.", "Your choice")
    try await terminal.type("1", until: menu)
    try await terminal.type("2", until: pin)
    try await terminal.type("444444", until: "You are signed in as mirela. Your journal is open.", menu)
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }

  @Test("The status of a blank card says that it is blank, and how to set it up", .timeLimit(.minutes(10))) func blank()
    async throws
  {
    let terminal = try await CardPerson().begin("status")
    let shown = try await terminal.wait(for: "Your choice (1 to 3")
    #expect(
      shown.contains("This card is empty: it has no PIN and no account yet.")
        && shown.contains("latchstring card init --rehearsal sets it up"))
    #expect(!shown.contains("There is no account on this card"))
    terminal.type("1\r")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }

  @Test("D-55: a card is erased only after confirmation, and otherwise kept", .timeLimit(.minutes(10)))
  func reset() async throws {
    let person = try await cardWithAccount(), kept = try await person.begin("reset")
    try await kept.wait(for: "Your choice (1 to 3")
    #expect(kept.seen.contains("Erase the card? Every key on it is gone."))
    try await kept.type("1", until: "Nothing was changed.")
    #expect(try await kept.ended() == 0)
    #expect(try await person.shoot("status").card["contents"] as? String == "keys")

    let terminal = try await person.begin("reset")
    try await terminal.wait(for: "Your choice (1 to 3")
    try await terminal.type("2", until: "The card is empty now.", "Your choice (1 to 2")
    terminal.type("2\r")
    #expect(try await terminal.ended() == 0)
    #expect(try await person.shoot("status").card["contents"] as? String == "blank")
  }

  @Test(
    "A PIN that is typed at a choice is not seen: not while it is typed, nor in the answer",
    .timeLimit(.minutes(10)))
  func secretAtChoice() async throws {
    let terminal = try await cardWithAccount().begin("sign")
    try await terminal.wait(for: "Your choice (1 to 4")
    let said = try await terminal.type(
      "918273", until: "That is none of the choices. Type a number from 1 to 4.", "Your choice")
    #expect(!said.contains("9") && !said.contains("82"))
    try await terminal.type("1", until: "1", "Message: ")
    terminal.type("\u{3}")
    try await terminal.wait(for: "Your choice (1 to 4")
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0)
  }
}
