import Foundation
import TestKeys
import TestProgram
import Testing

/// What goes wrong with a security key in a terminal, and what the person is told.
@Suite(.timeLimit(.minutes(10))) struct PasskeyTroubleTests {
  private static let question = PasskeyPerson.question
  private let person = PasskeyPerson()

  @Test("A wrong PIN is said with the tries that are left, and the right one goes on") func wrongPIN() async throws {
    let key = try await PluggedKey()
    try await person.register("mirela", with: key)
    let login = try await person.begin("login", with: key)
    try await login.wait(for: Self.question)
    try await login.type("12", until: "no try was used.", Self.question)
    try await login.type("999999", until: "That is not the key's PIN. 7 tries are left.", Self.question)
    try await login.type(PluggedKey.pin, until: "You are signed in as mirela. Your journal is open.")
    #expect(try await login.ended() == 0 && !login.seen.contains("999999"))

    let shot = try await person.shoot("login", with: key, pin: "999999")
    #expect(shot.status == 1 && shot.code == "wrongPIN", "\(shot)")
    #expect(try await key.triesLeft() == "pin retries: 7", "a program's wrong PIN is tried once")
    let none = try await person.shoot("login", with: key, pin: "12")
    #expect(none.status == 2 && none.code == "secretNeeded", "\(none)")
    #expect(try await key.triesLeft() == "pin retries: 7")
  }

  @Test("A key taken out in the middle is said so; nobody is signed in, and it can be plugged in again")
  func unplugged() async throws {
    let first = try await PluggedKey()
    try await person.register("mirela", with: first)
    try await first.unplug()
    let home = first.home, key = try await PluggedKey(.asking, home)
    try home.pinentry.hold()
    let visit = TerminalVisit(try await person.begin("login", with: key))
    try await visit.terminal.wait(for: "Touch your key.")
    try await visit.find("Cancel")
    try await key.unplug()
    try await visit.terminal.wait(for: "The key was taken out, or answers no more.")
    home.pinentry.letGo()
    let again = try await PluggedKey(.silent, home)
    try await visit.choose("Sign in with a passkey")
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.terminal.wait(for: "You are signed in as mirela. Your journal is open.")
    #expect(try await visit.ended() == 0 && again.path == key.path)
  }

  @Test("Esc calls the key off, at its PIN and while it waits for a touch") func cancelled() async throws {
    let silent = try await PluggedKey()
    try await person.register("mirela", with: silent)
    let atPIN = TerminalVisit(try await person.begin("login", with: silent))
    try await atPIN.terminal.wait(for: Self.question)
    atPIN.terminal.type("\u{1B}")
    try await atPIN.choose("Cancel")
    try await atPIN.terminal.wait(for: "Nothing was changed.")
    #expect(try await atPIN.ended() == 1 && atPIN.terminal.isOrdinary)
    try await silent.unplug()

    let home = silent.home, key = try await PluggedKey(.asking, home)
    try home.pinentry.hold()
    let atTouch = TerminalVisit(try await person.begin("login", with: key))
    try await atTouch.terminal.wait(for: "Touch your key.")
    try await atTouch.find("Cancel")
    try await home.pinentry.waitUntilOpen()
    atTouch.terminal.type("\u{1B}")
    try await atTouch.find("Sign in with a passkey")
    try await home.pinentry.waitUntilClosed()
    home.pinentry.letGo()
    try await atTouch.choose("Sign in with a passkey")  // the key takes the next request as if nothing had been
    try await atTouch.terminal.wait(for: "You are signed in as mirela. Your journal is open.")
    #expect(try await atTouch.ended() == 0)
  }

  @Test("Somebody else's key signs in as them alone: it opens no other journal, and passes no other key's drill")
  func somebodyElses() async throws {
    let mine = try await PluggedKey(), theirs = try await PluggedKey()
    try await person.register("mirela", with: mine)
    try await person.register("ada", with: theirs)
    try await person.journal(of: "mirela", by: mine).write("Mirela wrote this.")
    let ada = try await person.shoot("journal", with: theirs)
    #expect(ada.status == 0 && ada.account == "ada" && !ada.text.contains("Mirela wrote this."), "\(ada)")
    await #expect(throws: SealedJournal.OpensNothing.self) { try await person.journal(of: "mirela", by: theirs) }

    let visit = TerminalVisit(try await person.begin("try", with: mine))
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.terminal.wait(for: "Try a key")
    try await visit.terminal.wait(for: Self.question)
    visit.terminal.type("\u{1B}")
    try await visit.find("Cancel")
    // Another key goes into the same socket.
    try await mine.unplug()
    try await theirs.unplug()
    let other = try await PluggedKey(.silent, theirs.home, at: mine.path)
    try await visit.choose("Tap again")
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.terminal.wait(for: "This is another key: it does not have the passkey that was asked for.")
    try await visit.choose("Cancel")
    #expect(try await visit.ended() == 1 && other.path == mine.path)
    #expect(try await person.drills(of: "mirela") == 0)
  }

  @Test("A key without an account here, and a path without a key, are told apart") func strangers() async throws {
    let mine = try await PluggedKey(), empty = try await PluggedKey()
    try await person.register("mirela", with: mine)
    let login = TerminalVisit(try await person.begin("login", with: empty))
    try await login.answer("PIN of your security key", PluggedKey.pin)
    try await login.terminal.wait(for: "There is no passkey for an account here on this key.")
    try await login.choose("Cancel")
    #expect(try await login.ended() == 1)
    let shot = try await person.shoot("login", with: empty)
    #expect(shot.status == 1 && shot.code == "noPasskey" && shot.account == nil, "\(shot)")
    let nothing = try await person.shoot("login", flags: ["--device", person.folder + "/nowhere"])
    #expect(nothing.status == 3 && nothing.code == "notAKey", "\(nothing)")
  }

  @Test("A key whose wrap is damaged signs in, and what it says is that the journal stays closed") func damaged()
    async throws
  {
    let key = try await PluggedKey()
    try await person.register("mirela", with: key)
    try await person.damageWrap(of: "mirela")
    let login = try await person.shoot("login", with: key)
    #expect(login.status == 0 && login.account == "mirela" && login.isOpen == false, "\(login)")
    let reading = try await person.shoot("journal", with: key)
    #expect(reading.status == 1 && reading.code == "notOpened" && reading.isOpen == false, "\(reading)")
    let visit = TerminalVisit(try await person.begin("try", with: key))
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.answer("PIN of your security key", PluggedKey.pin)
    try await visit.see("needs re-wrap")
    try await visit.choose("Cancel")
    #expect(try await visit.ended() == 1)
    #expect(try await person.drills(of: "mirela") == 0)
  }

  @Test("Unattended, a login, a journal and a drill are one JSON object each") func shots() async throws {
    let key = try await PluggedKey()
    try await person.register("mirela", with: key)
    try await person.journal(of: "mirela", by: key).write("The spare key is with Ada.")
    let login = try await person.shoot("login", with: key)
    #expect(login.status == 0 && login.code == "done" && login.account == "mirela" && login.isOpen == true, "\(login)")
    let reading = try await person.shoot("journal", with: key), entries = reading.json["entries"] as? [[String: Any]]
    #expect(
      reading.status == 0 && entries?.map { $0["text"] as? String } == ["The spare key is with Ada."], "\(reading)")
    let drill = try await person.shoot("try", "Passkey from sign-up", with: key)
    #expect(drill.status == 0 && drill.code == "done" && drill.isOpen == true, "\(drill)")
    #expect(try await person.drills(of: "mirela") == 1)
    let unknown = try await person.shoot("try", "Gold", with: key)
    #expect(
      unknown.status == 1 && unknown.code == "noKey" && unknown.text.contains("Passkey from sign-up"), "\(unknown)")
  }
}
