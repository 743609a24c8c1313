import Access
import Foundation
import Model
import Testing
import WaysBack

@testable import AccountService

/// What the rows of a real store come to: each thing that a server can know of, and the headline that follows.
@Suite struct HoldingsTests {
  @Test("a key counts once it opened; that it signed in is not enough") func keys() async throws {
    let signed = try await StoredAccount()
    try await signed.addKey("yellow", proofs: [.signed])
    #expect(
      try await signed.sentence()
        == "You have what you need, and none of it was seen to open your journal yet. Try one thing today.")
    let opened = try await StoredAccount()
    try await opened.addKey("yellow", proofs: [.signed, .opened])
    #expect(try await opened.sentence() == "One loss locks you out: yellow or the PIN of yellow.")
    try await opened.addKey("blue", .backup, proofs: [.opened])
    #expect(
      try await opened.sentence()
        == "No single thing locks you out, as long as no two of them lie in one place or share a PIN.")
  }

  @Test("a key whose wrap is not sound signs in, and opens nothing") func needsRewrap() async throws {
    let account = try await StoredAccount()
    try await account.addKey("yellow", proofs: [.opened], needsRewrap: true)
    let key = try #require(try await account.holdings().keys.first)
    #expect(key.power == .needsRewrap && key.provedOn == StoredAccount.day)
    #expect(try await account.sentence() == "You have one key. Lose it, and the account is gone.")
  }

  @Test("a wrap that an unfinished run wrote is no way yet") func unfinished() async throws {
    let account = try await StoredAccount()
    try await account.addKey("yellow", proofs: [.opened], run: "a run")
    #expect(try await account.holdings().keys.isEmpty)
  }

  @Test("synced passkeys depend on one account; their copies alone are a hope") func synced() async throws {
    let account = try await StoredAccount()
    try await account.addKey("", nil, opens: false, transports: ["internal", "hybrid"], isSynced: true)
    #expect(
      try await account.sentence()
        == "You have one passkey. It says that it is synced. If it is gone, the account is gone.")
    let picture = try await account.picture()
    let device = Things(picture.things.indices.filter { picture.things[$0].kind == .device })
    #expect(device.count == 1 && LossAnswer(picture, losing: device).left == .hopedIn)
    #expect(LossAnswer(picture, losing: .none).left == .in)
  }

  @Test("a passkey in a device is lost with the device") func builtIn() async throws {
    let account = try await StoredAccount()
    try await account.addKey("", nil, opens: false, transports: ["internal"])
    #expect(
      try await account.sentence() == "You have one passkey, on one device. Lose the device, and the account is gone.")
    #expect(
      try await account.sentence(at: .here("this computer"))
        == "You have one passkey, on this computer. Lose this computer, and the account is gone.")
    let home = try await account.picture(at: .here("this computer"))
    #expect(home.things.filter { $0.kind == .device }.map(\.id) == ["this computer"], "one computer is one thing")
  }

  @Test("a card counts once it opened, and a card for practice never") func cards() async throws {
    let account = try await StoredAccount()
    try await account.addCard("practice", proofs: [.signed, .opened], isRehearsal: true)
    let practicing = try await account.holdings()
    #expect(practicing.cards.isEmpty && practicing.hasPractice)
    #expect(try await account.sentence().hasPrefix("You have only what is there to practice with. Add a key"))
    try await account.addCard("gray", proofs: [.signed])
    #expect(try await account.sentence().hasPrefix("You have what you need, and none of it was seen to open"))
    let opened = try await StoredAccount()
    try await opened.addCard("gray", proofs: [.opened])
    #expect(try await opened.sentence() == "One loss locks you out: the PIN of gray or gray.")
  }

  @Test("a saved code is a hope until words were read off its paper; that the paper is there is no proof")
  func code() async throws {
    let saved = try await StoredAccount()
    try await saved.addKey("yellow", proofs: [.opened])
    try await saved.addCode(proofs: [.signed, .checked])
    #expect(try await saved.sentence() == "One loss may lock you out: yellow or the PIN of yellow.")
    for proof in [ProofKind.words, .read] {
      let typed = try await StoredAccount()
      try await typed.addKey("yellow", proofs: [.opened])
      try await typed.addCode(proofs: [proof])
      #expect(
        try await typed.sentence() == "No single thing locks you out, as long as no two of them lie in one place.")
    }
  }

  @Test("the code has the number that its kit was printed with, whatever was shown later") func kit() async throws {
    let account = try await StoredAccount()
    try await account.log(.recoveryCodeRevealed, at: StoredAccount.now - 20)
    try await account.log(.recoveryCodeRevealed, at: StoredAccount.now - 10)
    try await account.addCode()
    try await account.log(.recoveryCodeRevealed, at: StoredAccount.now + 10)
    #expect(try await account.holdings().code?.kit == 2)
  }

  @Test("G-29: a password signs in by itself until a hardware key or a card is added") func password() async throws {
    let account = try await StoredAccount(password: "a hash")
    try await account.addKey("", nil, opens: false)
    #expect(
      try await account.sentence() == "No single loss of yours ends this account while latchstring.example stands.")
    try await account.addKey("yellow", opens: false)
    #expect(try await !account.holdings().isPasswordEnough)
  }

  @Test("joined shares count for a year; practice with shares never counts") func escrow() async throws {
    func sentence(age: Double, isPractice: Bool = false) async throws -> String {
      let account = try await StoredAccount()
      try await account.addKey("yellow", proofs: [.opened])
      try await account.addEscrow(proofs: [.joined], age: age, isPractice: isPractice)
      return try await account.sentence()
    }
    #expect(
      try await sentence(age: 365) == "No single thing locks you out, as long as no two of them lie in one place.")
    #expect(try await sentence(age: 366) == "One loss may lock you out: yellow or the PIN of yellow.")
    #expect(try await sentence(age: 0, isPractice: true) == "One loss locks you out: yellow or the PIN of yellow.")
  }

  @Test("on a person's own computer the computer is a thing to lose, with a host the host is not") func site()
    async throws
  {
    let account = try await StoredAccount()
    try await account.addKey("yellow", proofs: [.opened])
    try await account.addKey("blue", .backup, proofs: [.opened])
    #expect(try await account.sentence(at: .here("this computer")) == "One loss locks you out: this computer.")
    #expect(try await account.picture().host.count == 1)
    #expect(try await account.picture(at: .here("this computer")).host.isEmpty)
  }

  @Test("a copy from before a key was revoked lets its finder in, with that key; it is no way back by it")
  func revoked() async throws {
    let account = try await StoredAccount(), computer = Holdings.Site.here("this computer")
    try await account.addKey("yellow", proofs: [.opened])
    try await account.addKey("blue", .backup, proofs: [.opened])
    try await account.addCopy("old", at: "office", of: ["blue": true], age: 2)
    try await account.addCopy("new", at: "bank", of: ["yellow": true, "blue": true, "of another account": true])
    func others() async throws -> [String] {
      try #require(OtherSide(try await account.holdings(at: computer))).ways.map(\.sentence.english)
        .filter { $0.contains("removed or replaced") }
    }
    #expect(try await others() == [], "everything stands that was in them")
    try await account.revoke("blue")
    let holdings = try await account.holdings(at: computer)
    #expect(holdings.copies.map(\.place) == ["bank"] && holdings.spentCopies.map(\.place) == ["office"])
    let older = "and has something that opened it then, and that was removed or replaced since."
    #expect(
      try await others() == [
        "Whoever has the copy of the accounts at bank, \(older)",
        "Whoever has the copy of the accounts at office, \(older)",
      ])
    let picture = try await account.picture(at: computer)
    #expect(picture.things.filter { $0.kind == .copy }.map(\.name.english) == ["Copy of the accounts at bank"])
  }
}
