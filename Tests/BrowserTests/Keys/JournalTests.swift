import Browser
import Encoding
import Model
import Person
import Testing
import Wraps

/// Writing in the journal despite obstacles.
@Suite struct JournalTests {
  /// Drops the answer to the next change, which the server has accepted; or claims that the journal was written
  /// elsewhere, and then returns an answer that is not a journal.
  private static let script = """
    const send = fetch;
    window.fetch = async (address, options) => {
      if (address !== '/journal') return send(address, options);
      const changes = options?.method === 'POST';
      if (window.garbled !== undefined)
        return changes ? new Response('{}', { status: 409 }) : new Response(window.garbled);
      const answer = await send(address, options);
      if (!changes || !window.losesAnswer) return answer;
      window.losesAnswer = false;
      throw new TypeError('the connection was lost');
    };
    """

  @Test("an entry whose response was lost is saved once, as last typed; so is a listed person")
  func lostAnswer() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await page.run("window.losesAnswer = true")
      try await page.type("The well is dry.", into: "#journal-text")
      try await page.press("Save the entry")
      try await page.wait(forText: "Can't reach the server. What you wrote is still here; try again.")
      try await page.type("The well is dry. So is the pond.", into: "#journal-text")
      try await page.press("Save the entry")
      try await page.wait(forText: "Saved.")
      #expect(try await page.findAll("[data-journal=entries] li").count == 1)
      #expect(try await page.find("[data-journal=entries]").text.contains("The well is dry. So is the pond."))
      try await ring.write("A second entry is another one.")
      try await page.wait(untilTrue: "document.querySelectorAll('[data-journal=entries] li').length === 2")

      try await page.run("window.losesAnswer = true")
      try await page.type("Ana of the mill", into: "#person-name")
      try await page.press("Add to the list")
      try await page.wait(forText: "Can't reach the server. What you wrote is still here; try again.")
      try await page.press("Add to the list")
      try await page.wait(forText: "Added.")
      #expect(try await page.findAll("[data-journal=people] li").count == 1)
    }
  }

  @Test("opening the journal proves the key in the database and in Settings; signing in proves less")
  func proof() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      func yellow() async throws -> Way { try #require(try await ring.ways().first { $0.label == "yellow" }) }
      let enrolled = try await yellow(), opened = try #require(enrolled.openedAt)
      #expect(try await ring.ways().first { $0.kind == .phrase }?.proofs == [:], "a ticked box proves nothing")
      try await ring.signOut()
      try await ring.signIn(ring.yellow)
      let signed = try await yellow(), time = try #require(signed.proofs[.signed])
      #expect(time > opened && signed.openedAt == opened)
      try await ring.openJournal(ring.yellow)
      #expect(try await yellow().openedAt.map { $0 > time } == true)
      #expect(try await ring.ways().first { $0.label == "black" }?.openedAt.map { $0 < time } == true)
      try await ring.page.enter(.keys)
      try await ring.page.wait(forText: "opened today")
      #expect(try await ring.page.text.contains("signed in today, not opened yet"), "the passkey from sign-up")
    }
  }

  @Test("an empty journal says so until it has an entry") func empty() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.page.wait(forText: "Nothing here yet.")
      #expect(try await ring.page.findAll("[data-journal=entries] li").isEmpty)
      try await ring.write("The well is dry.")
      try await ring.page.wait(untilTrue: "!document.querySelector('[data-journal=no-entries]').checkVisibility()")
    }
  }

  /// The page does not blame the server.
  @Test("signing out in another tab closes the open journal but keeps unfinished typing")
  func signedOut() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      try await page.type("Not saved yet", into: "#journal-text")
      let other = try await page.openTab()
      try await other.go(to: ring.site.origin + "/account")
      try await other.press("Sign out")
      try await page.wait(forText: "You were signed out, so the journal is closed here.")
      #expect(try await page.findAll("[data-journal=entries] li").isEmpty)
      #expect(try await page.evaluate("document.querySelector('#journal-text').value") == "Not saved yet")
      try await page.press("Save the entry")
      try await page.wait(forText: "You were signed out, so the journal is closed here.")
      #expect(try await page.find("main").text.contains("Can't reach the server") == false)
    }
  }

  /// The page explains this to the person.
  @Test("a server answer that is not a journal is reported, and unfinished typing is kept")
  func garbled() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      for answer in [
        "<html>", "{}", "null", #"{"g":1,"index":{"rev":9,"sealed":7},"entries":{}}"#,
        #"{"g":1,"index":{"rev":9,"sealed":"a.b.c"}}"#,
      ] {
        try await page.run("window.garbled = arguments[0]", .string(answer))
        try await page.type("dry", into: "#journal-text")
        try await page.press("Save the entry")
        try await page.wait(
          forText: "What this server gave doesn't fit together, so it is not shown. Tell whoever runs it.")
        #expect(try await page.evaluate("document.querySelector('#journal-text').value").string == "dry", "\(answer)")
        try await page.run("document.querySelector('[data-journal=said]').textContent = ''")
        try await page.find("#journal-text").clear()
      }
      try await page.run("delete window.garbled")
      try await ring.write("The well is dry.")
      #expect(try await page.findAll("[data-journal=entries] li").count == 1)
    }
  }

  @Test("a journal of maximum size carries over to a new code, and survives losing every key")
  func large() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await fill(ring)
      try await ring.openJournal(ring.yellow)
      try await page.wait(untilTrue: "document.querySelectorAll('[data-journal=entries] li').length === \(Self.most)")

      try await ring.beginNewCode(with: ring.yellow)
      let words = try await ring.save()
      try await page.isIn(.recovery)
      try await page.wait(forText: "Now 3 keys and your recovery code each open your journal.")

      for key in [ring.laptop, ring.yellow, ring.black] { try await key.clear() }
      try await ring.signOut()
      try await ring.restore(words)
      try await ring.hold(ring.black)
      try await page.press("Enroll a new primary key now")
      try await page.wait(forText: "Name this key")
      try await page.type("black again", into: "#name")
      try await page.press("Continue")
      try await page.press("All of these are gone")
      _ = try await ring.save()
      try await page.wait(forText: "It is here: \(Self.most) entries.")
      try await ring.openJournal(ring.black)
      try await page.wait(untilTrue: "document.querySelectorAll('[data-journal=entries] li').length === \(Self.most)")
    }
  }
  private static let most = 2000

  /// Fills the database with as many entries as allowed, under the Master Key open in the page.
  private func fill(_ ring: KeyRing) async throws {
    let master = try await ring.master(1), store = ring.site.store, account = AccountID(master.account)
    let lines = try (0..<Self.most).map { number in
      let id = [UInt8](repeating: 1, count: 14) + [UInt8(number >> 8), UInt8(number & 0xff)]
      let text = #"{"kind":"entry","text":"entry \#(number)","at":"2026-01-01T00:00:00.000Z"}"#
      let sealed = try master.entry(id, rev: 1, Array(text.utf8))
      return (IndexedEntry(id: id, rev: 1, generation: 1, hash: Compact.hash(sealed)), sealed)
    }
    let index = try master.index(lines.map(\.0), rev: 2)
    try await store.write { records in
      for (line, sealed) in lines {
        try records.put(JournalEntry(account: account, id: Base64URL.encode(line.id), rev: 1, sealed: sealed))
      }
      try records.put(JournalEntry(account: account, id: JournalEntry.indexID, rev: 2, sealed: index))
    }
  }

  /// If the change was lost, the page names nothing.
  @Test("the page says what a new Master Key opens only once the server has that key")
  func lostRotation() async throws {
    let script = """
      const send = fetch;
      window.fetch = (address, options) => {
        const isMade = String(options?.body).includes('rotation');
        return isMade && sessionStorage.lost ? Promise.reject(new TypeError('lost')) : send(address, options);
      };
      """
    try await withKeyRing(script: script) { ring in
      let page = ring.page, sentence = "each open your journal."
      try await ring.register()
      _ = try await ring.enroll()
      try await page.run("sessionStorage.lost = 'yes'")
      try await ring.beginNewCode(with: ring.yellow)
      _ = try await ring.save()
      try await page.wait(forText: "Can't reach the server")
      #expect(try await page.evaluate("document.body.innerText.includes(arguments[0])", .string(sentence)) == false)
      try await page.enter(.recovery)
      #expect(try await page.evaluate("document.body.innerText.includes(arguments[0])", .string(sentence)) == false)
      try await page.run("delete sessionStorage.lost")
      try await ring.start("recovery-code")
      try await page.press("Confirm with your passkey")
      _ = try await ring.save()
      try await page.isIn(.keys)
      try await page.wait(forText: "Now 3 keys and your recovery code \(sentence)")
    }
  }

  /// This holds no matter which run is said to have written its keys.
  @Test("once a journal has been read, an older copy is rejected with advice")
  func remembered() async throws {
    try await withKeyRing { ring in
      let page = ring.page, name = try #require(Username("mirela"))
      try await ring.register()
      _ = try await ring.enroll()
      // An attacker with write access to the database claims that a run which is still open has written everything.
      try await ring.start("revocation")
      let run = try #require(try await page.evaluate("location.pathname.split('/')[2]").string)
      try await ring.site.store.write { records in
        guard let account = try records.account(named: name) else { return }
        for var way in try records.ways(of: account.id) {
          way.run = run
          try records.update(way)
        }
      }
      try await page.run("localStorage.clear()")
      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      let before = try await Self.journal(ring, name)
      try await ring.write("So is the pond.")
      #expect(
        try await page.evaluate("Object.keys(localStorage).some((name) => name.startsWith('latchstring.seen.'))")
          == true)
      try await ring.site.store.write { records in for row in before { try records.put(row) } }
      try await ring.start("journal", from: "/account")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "What this server gave doesn't fit together")
      try await page.wait(
        forText: "If you put an older copy back yourself, clear this site's data in your browser and try again")
      try await page.run("localStorage.clear()")
      try await ring.openJournal(ring.yellow)
      try await page.wait(forText: "The well is dry.")
    }
  }
  private static func journal(_ ring: KeyRing, _ name: Username) async throws -> [JournalEntry] {
    try await ring.site.store.read { records in
      try records.account(named: name).map { try records.journal(of: $0.id) } ?? []
    }
  }
}
