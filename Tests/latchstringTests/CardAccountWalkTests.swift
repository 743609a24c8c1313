import Foundation
import Model
import Store
import TestProgram
import Testing

/// Accounts with a card, in a terminal: creating one, signing in, and adding a card.
@Suite struct CardAccountWalkTests {
  @Test(
    "D-11 D-22 D-23 D-24 G-11: a new account is picked from those drawn; words are shown once",
    .timeLimit(.minutes(10)))
  func generate() async throws {
    let person = CardPerson(), terminal = try await person.begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("1", until: "New PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "New PIN, once more")
    try await terminal.type("654321", until: "The two are not the same. Type both once more.")
    try await terminal.wait(for: "New PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "New PIN, once more")
    let secrets = try await terminal.type("123456", until: "(yes or no): ")
    #expect(try secrets.value(of: "PUK").count == 12)
    #expect(try !secrets.value(of: "Pairing password").isEmpty)
    let first = try await terminal.type("yes", until: "Pick one of these new accounts.", "Your choice (1 to 7")
    let others = try await terminal.type("5", until: "Pick one of these new accounts.", "Your choice (1 to 7")
    #expect(Set(first.addresses).count == 4 && Set(first.addresses).isDisjoint(with: others.addresses))
    let phrase = try await terminal.type("2", until: "(yes or no): ").words()
    try await terminal.recall(phrase, until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela. Your journal is open.")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)

    // Its words make the same account on another card.
    let other = CardPerson()
    try await other.prepare(phrase)
    let signed = try await other.shoot("sign", "--message", "hello", "--pin-fd", "0", input: "123456")
    #expect(signed.json["address"] as? String == others.addresses[1])
  }

  @Test(
    "Above a yes or no stand no numbers; a wrong word is named, and the words can be seen again",
    .timeLimit(.minutes(10)))
  func recall() async throws {
    let terminal = try await CardPerson().begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("1", until: "New PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "New PIN, once more")
    let secrets = try await terminal.type("123456", until: "(yes or no): ")
    // If the card takes long, an earlier screen with its own choices is shown.
    let asked = try #require(secrets.ranges(of: "Save these now").last.map { secrets[$0.lowerBound...] })
    #expect(!asked.contains("1. ") && asked.contains("Enter alone: choices, ?: explain, Esc or Control-C: Cancel."))
    #expect(
      try secrets.value(of: "Pairing password").wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/)
        != nil)
    try await terminal.type("?", until: "What this step means", "(yes or no): ")
    try await terminal.type("no", until: "Then it waits here until you type yes.", "(yes or no): ")
    try await terminal.type("", until: "1. Continue", "Your choice (1 to 2")
    try await terminal.type("1", until: "(yes or no): ")
    try await terminal.type("yes", until: "Pick one of these new accounts.", "Your choice (1 to 7")
    let phrase = try await terminal.type("1", until: "(yes or no): ").words()
    let none = Array(repeating: "zoo", count: 12).joined(separator: " ")
    try await terminal.recall(none, until: "Problem: Word", "\nWord ", ": ")
    try await terminal.type("", until: "2. Look at the words again", "Your choice (1 to 4")
    #expect(try await terminal.type("2", until: "(yes or no): ").words() == phrase)
    try await terminal.recall(phrase, until: "User name")
    terminal.type("\u{1B}")
    try await terminal.wait(for: "You left before the end. What was changed on the card until then stays so.")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }

  @Test(
    "D-18 D-20: an account is brought from its phrase; words that are none are said while typed",
    .timeLimit(.minutes(10)))
  func bring() async throws {
    let person = CardPerson(), terminal = try await person.begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("2", until: "New PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "New PIN, once more")
    try await terminal.type("123456", until: "(yes or no): ")
    let asked = try await terminal.type("yes", until: "Type your card phrase", "(not shown): ")
    #expect(asked.contains("Near words"), "what may show a word is said before it is typed")
    try await terminal.type("rdie nonsense", until: "Words 1 and 2 are not in the list.")
    try await terminal.wait(for: "(not shown): ")
    let wrong = Array(repeating: "abandon", count: 12).joined(separator: " ")
    try await terminal.type(wrong, until: "Problem: ", "(not shown): ")
    try await terminal.type(wrong, until: "Problem: ", "(not shown): ")  // the same once more is said once more
    try await terminal.type(CardPerson.phrase, until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela. Your journal is open.")
    #expect(try await terminal.ended() == 0)
    let signed = try await person.shoot("sign", "--message", "hello", "--pin-fd", "0", input: "123456")
    #expect(signed.json["address"] as? String == CardPerson.address)
  }

  @Test(
    "D-25 D-28 D-29 M-03: a card signs in after its PIN, with no words; no line is drawn again",
    .timeLimit(.minutes(10)))
  func existing() async throws {
    let person = CardPerson()
    try await person.prepare()
    let terminal = try await person.begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("3", until: "Card PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela. Your journal is open.", "What comes next")
    for command in ["latchstring card backup --rehearsal-file FILE", "latchstring escrow backup", "latchstring home"] {
      try await terminal.wait(for: command + "\r\n")
    }
    #expect(!terminal.seen.contains("Word 1") && !terminal.seen.contains("Pick one"))
    #expect(try await terminal.ended() == 0)
    let printed = terminal.seen.replacing("\r\n", with: "\n").unicodeScalars,
      back: Set<Unicode.Scalar> = ["\r", "\u{8}", "\u{1B}"]
    #expect(!printed.contains(where: back.contains), "nothing goes back on its line")
  }

  @Test(
    "A second card that is made signed out ends with its own sentence, and speaks of no sign-in",
    .timeLimit(.minutes(10)))
  func backup() async throws {
    let person = CardPerson()
    try await person.prepare()
    try await person.makeAccount()

    let terminal = try await person.begin("backup", "--rehearsal-file", person.folder + "/second")
    try await terminal.wait(for: "(not shown): ")
    try await terminal.type(CardPerson.phrase, until: "New PIN (6 digits, not shown): ")
    try await terminal.type("222222", until: "once more")
    try await terminal.type("222222", until: "(yes or no): ")
    try await terminal.type("yes", until: "The second card is ready. It opens the same account.")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary && !terminal.seen.contains("You are signed in"))
  }

  @Test("D-27: an empty card is reported as such, and the person is asked how to begin", .timeLimit(.minutes(10)))
  func noAccount() async throws {
    let terminal = try await CardPerson().begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("3", until: "There is no account on that card.")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("q", until: "Nothing was changed.")
    #expect(try await terminal.ended() == 0)
  }

  @Test(
    "D-33 D-48 D-57: a login counts the tries left, warns before the last, and opens",
    .timeLimit(.minutes(10)))
  func login() async throws {
    let person = CardPerson(), pin = "not shown): "
    try await person.prepare()
    try await person.makeAccount()

    let terminal = try await person.begin("login")
    try await terminal.wait(for: pin)
    try await terminal.type("12345", until: "no try was used")
    try await terminal.wait(for: pin)
    #expect(try await terminal.type("000000", until: pin).contains("2 tries left."))
    #expect(try await terminal.type("000000", until: pin).contains("1 try left. If it is wrong, the card freezes."))
    try await terminal.type("123456", until: "You are signed in as mirela. Your journal is open.")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
    #expect(try await person.shoot("status").pinTries == 3)
  }

  @Test("A login whose card opens nothing only reports that the Master Key is not open")
  func closed() async throws {
    let person = CardPerson()
    try await person.prepare()
    try await person.makeAccount()
    let store = try SQLiteStore(path: person.folder + "/latchstring.sqlite"), name = try #require(Username("mirela"))
    try await store.write { records in
      let account = try #require(try records.account(named: name))
      for var way in try records.ways(of: account.id) where way.kind == .card {
        way.sealed?.wrap = "w"
        try records.update(way)
      }
    }

    let terminal = try await person.begin("login")
    try await terminal.wait(for: "Card PIN (6 digits, not shown): ")
    try await terminal.type(
      "123456", until: "Your card signs you in, but your journal stays closed.", "Your choice (1 to 2")
    try await terminal.type(
      "1", until: "You are signed in as mirela. Your journal is not open; this card could not", "it just now.")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
    #expect(!terminal.seen.contains("Your journal is open.") && !terminal.seen.contains("What comes next"))
  }

  @Test(
    "D-39: a card for an account is asked for signed out, and leads to the ways to sign in", .timeLimit(.minutes(10)))
  func migrationSignedOut() async throws {
    let terminal = try await CardPerson().begin()
    try await terminal.wait(for: "q: quit): ")
    let screen = try await terminal.type("10", until: "Your choice")
    #expect(screen.contains("A card can be added to an account that you are signed in to."))
    #expect(screen.contains("1. Sign in") && screen.contains("2. Use my recovery code"))
    try await terminal.type("q", until: "Nothing was changed.")
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0)
  }
}

extension String {
  /// The addresses to choose from.
  var addresses: [String] {
    components(separatedBy: .newlines).compactMap { line in
      line.contains(". Account ") ? line.split(separator: " ").last.map(String.init) : nil
    }
  }
}
