import Foundation
import TestReader
import Testing

/// `latchstring card … --json`: single orders, each with its exit status and its one JSON object.
@Suite struct CardShotTests {
  private func cardWithAccount() async throws -> CardPerson {
    let person = CardPerson()
    try await person.prepare()
    return person
  }
  /// Every order that needs the secrets that open a card.
  private static let orders: [[String]] = [
    ["login"], ["sign", "--message", "hello"], ["sign", "--hash", String(repeating: "ab", count: 32)], ["change-pin"],
    ["change-puk"],
    ["change-pairing"], ["metadata", "--name", "x"],
  ]

  @Test("D-57: status reports the card's own counts and asks for no secret", .timeLimit(.minutes(5))) func status()
    async throws
  {
    let person = CardPerson(), blank = try await person.shoot("status")
    #expect(
      blank.status == 0 && blank.code == "done" && blank.card["contents"] as? String == "blank"
        && blank.json["tries"] == nil)
    try await person.prepare()
    let full = try await person.shoot("status")
    #expect(full.status == 0 && full.card["contents"] as? String == "keys" && full.card["isRehearsal"] as? Bool == true)
    #expect(full.json["tries"] as? [String: Int] == ["pin": 3, "puk": 5])
  }

  @Test(
    "D-13 D-15 G-11: init draws PUK and pairing password, and tells the descriptor alone",
    .timeLimit(.minutes(5)))
  func initialize() async throws {
    let person = CardPerson(), secrets = person.folder + "-drawn"
    defer { try? FileManager.default.removeItem(atPath: secrets) }
    let line =
      "latchstring card init --json --rehearsal --data '\(person.folder)' --new-pin-fd 0 --secrets-fd 4 4>'\(secrets)'"
    let made = try await Program.shell(line, input: "123456\n")
    let drawn = try String(contentsOfFile: secrets, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(made.status == 0 && drawn.count == 2 && drawn[0].count == 12)
    #expect(
      drawn.allSatisfy { !(made.output + made.errors).contains($0) } && !(made.output + made.errors).contains("123456"))
    let other = CardPerson(), others = try await other.prepare()
    #expect(
      others.puk != drawn[0] && others.pairing != drawn[1] && drawn[1] != "KeycardDefaultPairing",
      "drawn for each card anew")
    let again = try await person.shoot("init", "--new-pin-fd", "0", "--secrets-fd", "1", input: "123456")
    #expect(again.status == 1 && again.code == "notBlank")
    #expect(try await person.shoot("sign", "--message", "hi", "--pin-fd", "0", input: "123456").code == "noKeys")
  }

  @Test("commands use the menu's words, and the former ones still work", .timeLimit(.minutes(5)))
  func words() async throws {
    let person = CardPerson()
    for (word, before) in [("name", "metadata"), ("unfreeze", "unblock")] {
      let named = try await person.shoot(word), old = try await person.shoot(before)
      #expect(named.code == old.code && named.status == old.status && named.code != "usage", "\(word): \(named)")
    }
  }

  @Test(
    "D-33: login signs in and opens the Master Key; a card without an account here is told so",
    .timeLimit(.minutes(5)))
  func login() async throws {
    let person = try await cardWithAccount()
    #expect(try await person.shoot("login", "--pin-fd", "0", input: "123456").code == "notSignedIn")
    try await person.makeAccount()
    let shot = try await person.shoot("login", "--pin-fd", "0", input: "123456")
    #expect(shot.status == 0 && shot.json["account"] as? String == "mirela" && shot.json["isOpen"] as? Bool == true)
  }

  @Test("D-35: a message, a hash and a file are signed; address and hash are in the answer", .timeLimit(.minutes(5)))
  func sign() async throws {
    let person = try await cardWithAccount(), file = person.folder + "/letter"
    try Data("abc".utf8).write(to: URL(filePath: file))
    let hash = String(repeating: "aB", count: 32)
    for (what, digest) in [
      (["--message", "hello"], "50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750"),
      (["--hash", hash], hash.lowercased()),
      (["--hash", "0X" + hash], hash.lowercased()),
      (["--file", file], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ] {
      let signed = try await person.shoot("sign", what[0], what[1], "--pin-fd", "0", input: "123456")
      #expect(
        signed.status == 0 && signed.json["address"] as? String == CardPerson.address
          && signed.json["hash"] as? String == digest)
      #expect((signed.json["signature"] as? String)?.count == 130)
    }
    for what in [["--hash", "ab"], ["--hash", "0x0x" + hash], ["--file", file + ".none"], ["--message", ""]] {
      let refused = try await person.shoot("sign", what[0], what[1], "--pin-fd", "0", input: "000000")
      #expect(refused.status == 2 && refused.code == "malformed")
    }
    #expect(try await person.shoot("status").pinTries == 3)
  }

  @Test(
    "D-36 D-37: PIN, PUK and pairing password change with the PIN alone, and are in no answer",
    .timeLimit(.minutes(5)))
  func change() async throws {
    let person = try await cardWithAccount()
    for (order, value) in [("change-puk", "9876 5432 1098"), ("change-pairing", "my own"), ("change-pin", "654321")] {
      let shot = try await person.shoot(
        order, "--pin-fd", "0", "--\(order.replacing("change", with: "new"))-fd", "0", input: "123456", value)
      #expect(shot.status == 0 && shot.code == "done" && !shot.text.contains(value) && !shot.text.contains("123456"))
    }
    #expect(try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", input: "654321").status == 0)
    for _ in 0..<3 {
      _ = try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", "--last-try", input: "000000")
    }
    #expect(
      try await person.shoot("unblock", "--puk-fd", "0", "--new-pin-fd", "0", input: "987654321098", "111111").status
        == 0)
  }

  @Test(
    "D-52 D-57: PUK and new PIN open a frozen card; wrong PUKs count, and the last try is kept",
    .timeLimit(.minutes(5)))
  func unblock() async throws {
    let person = CardPerson(), puk = try await person.prepare().puk
    func unblock(_ puk: String) async throws -> CardPerson.Shot {
      try await person.shoot("unblock", "--puk-fd", "0", "--new-pin-fd", "0", input: puk, "111111")
    }
    #expect(try await unblock(puk).code == "notFrozen")
    for _ in 0..<3 {
      _ = try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", "--last-try", input: "000000")
    }
    let frozen = try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", input: "123456")
    #expect(frozen.status == 1 && frozen.code == "frozen" && frozen.pinTries == 0)
    for left in [4, 3, 2, 1] {
      let wrong = try await unblock(puk == "999999999999" ? "999999999998" : "999999999999")
      #expect(wrong.status == 1 && wrong.code == "wrong" && (wrong.json["tries"] as? [String: Int])?["puk"] == left)
    }
    #expect(try await unblock(puk).code == "lastTry")
    let opened = try await person.shoot(
      "unblock", "--puk-fd", "0", "--new-pin-fd", "0", "--last-try", input: puk, "111111")
    #expect(opened.status == 0 && opened.code == "done")
    #expect(try await person.shoot("metadata", "--name", "x", "--pin-fd", "0", input: "111111").status == 0)
  }

  @Test(
    "D-31: a backup erases a card in use only if told to; words that are none change nothing",
    .timeLimit(.minutes(5)))
  func backup() async throws {
    let person = try await cardWithAccount(), before = try await person.shoot("status").card["keyUID"] as? String
    let other = Array(repeating: "zoo", count: 11).joined(separator: " ") + " wrong"
    let kept = try await person.shoot(
      "backup", "--phrase-fd", "0", "--new-pin-fd", "0", "--secrets-fd", "2", input: other, "654321")
    #expect(kept.status == 1 && kept.code == "notBlank")
    let none = try await person.shoot(
      "backup", "--erase", "--phrase-fd", "0", "--new-pin-fd", "0", "--secrets-fd", "2", input: "zoo zoo", "654321")
    #expect(none.status == 2 && none.code == "malformed")
    #expect(try await person.shoot("status").card["keyUID"] as? String == before)
    try await person.prepare(other, pin: "654321", erasing: true)
    let after = try await person.shoot("status").card["keyUID"] as? String
    #expect(after != nil && after != before)
  }

  @Test("A name is written and read; a reset requires explicit permission to erase", .timeLimit(.minutes(5)))
  func nameAndReset() async throws {
    let person = try await cardWithAccount()
    #expect(
      try await person.shoot("metadata", "--name", "blue", "--pin-fd", "0", input: "123456").card["name"] as? String
        == "blue")
    #expect(try await person.shoot("metadata").card["name"] as? String == "blue")
    let kept = try await person.shoot("reset")
    #expect(kept.status == 2 && kept.code == "notConfirmed")
    #expect(try await person.shoot("status").card["contents"] as? String == "keys")
    #expect(try await person.shoot("reset", "--erase").status == 0)
    #expect(try await person.shoot("status").card["contents"] as? String == "blank")
  }

  @Test("D-57: the card counts a wrong PIN, whatever it was for", .timeLimit(.minutes(5)), arguments: orders)
  func wrong(_ order: [String]) async throws {
    let person = try await cardWithAccount(), shot = try await shoot(person, order, "000000")
    #expect(shot.status == 1 && ["wrong", "notSignedIn"].contains(shot.code))
    #expect(try await person.shoot("status").pinTries == 2)
  }

  @Test(
    "D-58: a PIN that is none by its form is used wrongly and costs no try, whatever it was for",
    .timeLimit(.minutes(5)), arguments: orders)
  func malformed(_ order: [String]) async throws {
    let person = try await cardWithAccount()
    for pin in ["12345", "1234567", "12345x", ""] {
      let shot = try await shoot(person, order, pin)
      #expect(shot.status == 2 && shot.code == "malformed")
    }
    #expect(try await person.shoot("status").pinTries == 3)
  }

  @Test(
    "A secret that nobody gives is asked for in one object, and nothing of a terminal", .timeLimit(.minutes(5)),
    arguments: orders)
  func missing(_ order: [String]) async throws {
    let person = try await cardWithAccount(), shot = try await person.shoot(order)
    #expect(shot.status == 2 && shot.code == "secretNeeded")
    #expect(try await person.shoot("status").pinTries == 3)
  }

  @Test("A file descriptor that is not open is named, and no try is used", .timeLimit(.minutes(5))) func notOpen()
    async throws
  {
    let person = try await cardWithAccount(),
      shot = try await person.shoot("sign", "--message", "hello", "--pin-fd", "9")
    #expect(
      shot.status == 2 && shot.code == "secretNeeded"
        && shot.json["message"] as? String == "File descriptor 9 cannot be read.")
    #expect(try await person.shoot("status").pinTries == 3)
  }

  @Test(
    "Without a reader every order says so with exit status 3", .timeLimit(.minutes(5)),
    arguments: orders + [["status"], ["unblock"]])
  func noReader(_ order: [String]) async throws {
    let reader = try TestReader(readers: 0)
    defer { reader.stop() }
    let shot = try await CardPerson(reader).shoot(order)
    #expect(shot.status == 3 && shot.code == "noReader")
  }

  private func shoot(_ person: CardPerson, _ order: [String], _ pin: String) async throws -> CardPerson.Shot {
    let fresh = ["change-pin": "654321", "change-puk": "987654321098", "change-pairing": "my own"][order[0]]
    let descriptors =
      ["--pin-fd", "0"] + (fresh == nil ? [] : ["--\(order[0].replacing("change", with: "new"))-fd", "0"])
    return try await person.shoot(order + descriptors, input: [pin] + (fresh.map { [$0] } ?? []))
  }
}
