import Browser
import Model
import Person
import Testing

/// The loss of one key, then of every key: the journal opens again each time.
@Suite struct LosingTests {
  private static let entry = "The spare is at Ana's."

  /// An account with two keys and one journal entry, signed out.
  private func withAccount(_ body: (KeyRing, [String]) async throws -> Void) async throws {
    try await withKeyRing { ring in
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write(Self.entry)
      for room in Room.withoutCard {
        try await ring.page.enter(room)
        #expect(try await ring.page.findAll("[action='/start/lost-key']").isEmpty, "A-65: not from Settings")
      }
      try await ring.signOut()
      try await body(ring, words)
    }
  }

  /// Without the primary, the journal opens with the remaining keys.
  @Test("A-65 A-66 A-67 A-68: the backup signs in, the primary is revoked, and the journal opens")
  func lostPrimary() async throws {
    try await withAccount { ring, _ in
      let passkey = try #require(try await ring.yellow.credentials().first)
      let lost = passkey.id
      try await ring.hold(nil)
      try await ring.page.getBackIn(with: "Another key", on: ring.site)
      try await ring.page.wait(forText: "Sign in with your backup key. Revoke the missing one from Settings after.")
      #expect(try await ring.page.evaluate("document.body.className") == "sheet plain")
      try await ring.tap(ring.black, until: "Revoke missing key?")
      try await ring.page.press("Revoke “yellow”")
      try await ring.page.wait(forText: "Is “yellow” lost, or may someone have it?")
      try await ring.page.press("It's lost or broken")
      try await ring.page.wait(forText: "You're back, mirela.")
      try await ring.page.wait(forText: "Revoked: “yellow”.")
      try await ring.page.press("Enroll a new primary key now")
      try await ring.page.wait(until: "the enrollment to begin") {
        try await ring.page.shows(anyOf: ["First, confirm that it's you.", "Tap your primary key"])
      }

      try await ring.openJournal(ring.black)
      try await ring.page.wait(forText: Self.entry)
      try await ring.signOut()
      let name = try #require(Username("mirela"))
      let (credential, ways) = try await ring.site.store.read { records in
        (
          try records.credential(KeyID(rawValue: lost)),
          try records.account(named: name).map { try records.ways(of: $0.id) } ?? []
        )
      }
      #expect(
        credential == nil && ways.count == 3 && ways.allSatisfy { $0.label != "yellow" },
        "laptop, black and the code are left")
      // The browser's signals reach every connected key; a key that is elsewhere keeps its passkey.
      if try await ring.yellow.credentials().isEmpty { try await ring.yellow.add(passkey) }
      try await ring.hold(ring.yellow)
      try await ring.page.go(to: ring.site.origin)
      try await ring.page.signInWithPasskey()
      try await ring.page.wait(forText: "No account here knows that passkey.")
    }
  }

  /// The first letters of each word are typed and completed, and a new key opens what the words restored.
  @Test("A-69 A-71 A-72 A-73 A-74 G-33: with every key lost, twelve words restore the Master Key")
  func allLost() async throws {
    try await withAccount { ring, words in
      for key in [ring.laptop, ring.yellow, ring.black] { try await key.clear() }
      try await ring.type(words.dropLast() + ["nonsense"])
      #expect(try await ring.page.evaluate("document.body.className") == "sheet plain")
      #expect(try await ring.page.findAll("ol.word-entry li input").count == 12)
      #expect(try await ring.page.find("main .is-primary").isEnabled == false, "the twelfth is no word of the list")
      try await ring.enter(words.map { String($0.prefix(4)) })  // four letters tell every word of the list
      try await ring.page.press("Restore")
      try await ring.page.wait(forText: "Master Key restored. Enroll a new primary key now.")
      let offered = try await ring.page.evaluate("document.querySelector('main').innerText").string
      #expect(offered?.contains("Use a Keycard instead") == false, "this site knows of no hands, as the demo")
      try await ring.hold(ring.black)
      try await ring.page.press("Enroll a new primary key now")
      try await ring.page.wait(forText: "Name this key")
      try await ring.page.type("black again", into: "#name")
      try await ring.page.press("Continue")
      try await ring.page.wait(forText: "Which of these are gone?")
      for name in ["yellow", "black", "Passkey from sign-up"] {
        try await ring.page.wait(forText: "“\(name)”")
      }
      try await ring.page.press("All of these are gone")
      let newWords = try await ring.save()
      try await ring.page.wait(forText: "You're back, mirela.")
      #expect(newWords != words)
      try await ring.page.wait(forText: "It is here: 1 entry.")
      try await ring.openJournal(ring.black)
      try await ring.page.wait(forText: Self.entry)

      try await ring.signOut()
      try await ring.type(words)
      try await ring.page.press("Restore")
      try await ring.page.wait(forText: "These 12 words open no account here.")
      let said = try await ring.page.evaluate("document.querySelector('.says').innerText").string
      #expect(said?.contains("We can't recover keys from our side. That's the whole point.") == true)
    }
  }

  @Test("A-75 A-76 A-77 A-78: wrong words reveal no hint, and the person can try again")
  func wrongWords() async throws {
    try await withAccount { ring, words in
      try await ring.type(Array(repeating: "abandon", count: 11) + ["about"])  // a right checksum, but nobody's words
      try await ring.page.press("Restore")
      try await ring.page.wait(forText: "These 12 words open no account here.")
      let unknown = try await ring.page.evaluate("document.querySelector('main').innerText").string
      try await ring.page.press("Try the words again")
      try await ring.page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
      try await ring.type(Array(repeating: "abandon", count: 12))  // a wrong checksum
      try await ring.page.press("Restore")
      try await ring.page.wait(forText: "These 12 words open no account here.")
      #expect(try await ring.page.evaluate("document.querySelector('main').innerText").string == unknown)
      try await ring.page.press("Try the words again")
      try await ring.restore(words)
    }
  }
}
