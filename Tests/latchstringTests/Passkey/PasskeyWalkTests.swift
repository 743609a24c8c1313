import Foundation
import TestKeys
import TestProgram
import Testing

/// A person with a key and no browser, in a real terminal; the key is reached by real libfido2.
@Suite(.timeLimit(.minutes(10))) struct PasskeyWalkTests {
  private static let question = PasskeyPerson.question

  @Test("M-17: a security key signs in, opens the journal and is tried, in a terminal that says “Touch your key.”")
  func walk() async throws {
    let person = PasskeyPerson(), key = try await PluggedKey()
    try await person.register("mirela", with: key)
    try await person.journal(of: "mirela", by: key).write("The spare key is with Ada.")

    let login = try await person.begin("login", with: key)
    try await login.wait(for: Self.question)
    try await login.type(PluggedKey.pin, until: "Touch your key.", "You are signed in as mirela. Your journal is open.")
    try await login.wait(for: "Your journal is here: 1 entry.")
    #expect(try await login.ended() == 0 && login.isOrdinary)
    #expect(
      !login.seen.contains(PluggedKey.pin) && !login.seen.contains("The spare key") && !login.seen.contains("browser"))

    let reading = try await person.begin("journal", with: key)
    try await reading.wait(for: Self.question)
    try await reading.type(PluggedKey.pin, until: "The journal of mirela.", "The spare key is with Ada.")
    #expect(try await reading.ended() == 0)

    let trial = try await person.begin("try", with: key)
    try await trial.wait(for: Self.question)
    try await trial.type(PluggedKey.pin, until: "Try a key", Self.question)
    try await trial.type(PluggedKey.pin, until: "Touch your key.", "signs you in and opens your journal.")
    try await trial.wait(for: "Your choice (1")
    try await trial.type("1", until: "signed you in and opened your journal.")
    #expect(try await trial.ended() == 0 && trial.isOrdinary)
    #expect(try await person.drills(of: "mirela") == 1)
  }

  @Test("M-17: a key with two accounts asks whose it is, and opens that one's journal alone") func accounts()
    async throws
  {
    let person = PasskeyPerson(), key = try await PluggedKey()
    try await person.register("mirela", with: key)
    try await person.register("ada", with: key)
    try await person.journal(of: "mirela", by: key, account: "mirela").write("Mirela wrote this.")

    let login = try await person.begin("journal", with: key)
    try await login.wait(for: Self.question)
    let asked = try await login.type(PluggedKey.pin, until: "Which one do you mean?", "Your choice (1 to 2")
    let number = try #require(asked.firstMatch(of: /([12])\. mirela/)).1
    try await login.type(String(number), until: "You are signed in as mirela.", "Mirela wrote this.")
    #expect(try await login.ended() == 0)

    let ada = try await person.shoot("journal", with: key, flags: ["--account", "ada"])
    #expect(ada.status == 0 && ada.account == "ada" && !ada.text.contains("Mirela wrote this."), "\(ada)")
    let nobody = try await person.shoot("login", with: key)
    #expect(nobody.status == 2 && nobody.code == "severalAccounts", "\(nobody)")
  }

  @Test("M-17: of several keys that are plugged in, the touched one is used") func several() async throws {
    let person = PasskeyPerson(), key = try await PluggedKey()
    try await person.register("mirela", with: key)
    let other = try await PluggedKey(.untouched)
    let login = try await person.begin("login", with: other, key)
    try await login.wait(for: "2 security keys are plugged in. Touch the one that you mean.")
    try await login.wait(for: Self.question)
    try await login.type(PluggedKey.pin, until: "You are signed in as mirela. Your journal is open.")
    #expect(try await login.ended() == 0)
  }

  @Test("M-17: a key that checks its holder itself needs no PIN in the terminal") func builtIn() async throws {
    let person = PasskeyPerson(), home: KeysHome
    do {
      let silent = try await PluggedKey()
      try await person.register("mirela", with: silent)
      home = silent.home
      try await silent.unplug()
    }
    let key = try await PluggedKey(.asking, home), login = try await person.begin("login", with: key)
    try await login.wait(for: "Touch your key.")
    try await login.wait(for: "You are signed in as mirela. Your journal is open.")
    #expect(try await login.ended() == 0 && home.pinentry.asked == 1 && !login.seen.contains("not shown"))
  }

  @Test("M-17: this computer's own passkey signs in, opens the journal and is tried") func own() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    let person = PasskeyPerson(data: home.data, environment: home.environment), prompt = "PIN of your passkeys"
    let visit = TerminalVisit(try await person.begin("register", flags: ["--own"]))
    try await visit.answer("User name", "mirela")
    try await visit.answer(prompt, KeysHome.pin)
    try await visit.choose("Confirm with your passkey")
    try await visit.answer(prompt, KeysHome.pin)
    try await visit.terminal.wait(for: "You are signed in as mirela. Your journal is open.")
    #expect(try await visit.ended() == 0)

    let login = try await person.begin("login")
    try await login.wait(for: "Where is the passkey?")
    try await login.wait(for: "Your choice (1 to 2")
    try await login.type("2", until: prompt, ": ")
    try await login.type("999999", until: prompt, ": ")
    try await login.type(KeysHome.pin, until: "You are signed in as mirela. Your journal is open.")
    #expect(try await login.ended() == 0 && !login.seen.contains(KeysHome.pin))

    let trial = try await person.begin("try", flags: ["--own"])
    try await trial.wait(for: prompt)
    try await trial.wait(for: ": ")
    try await trial.type(KeysHome.pin, until: "Try a key", prompt, ": ")
    try await trial.type(KeysHome.pin, until: "signs you in and opens your journal.")
    try await trial.wait(for: "Your choice (1")
    try await trial.type("1", until: "signed you in and opened your journal.")
    #expect(try await trial.ended() == 0)
    #expect(try await person.drills(of: "mirela") == 1)
    #expect(home.pinentry.asked == 0, "nobody is asked in a window of their own")
  }
}
