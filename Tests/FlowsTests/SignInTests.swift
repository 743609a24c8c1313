import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing

@testable import Flows

/// The six scenarios as a person meets them: what is said, what can be pressed, what is asked of the browser.
@Suite struct PasskeyOnlyTests {
  @Test("B-07 B-08: one button, no field; it asks for any passkey and for nothing else") func passkeyOnly() throws {
    var walk = Walk<PasskeyOnly>(.init())
    #expect(
      walk.screen.blocks.isEmpty && walk.buttons == ["Sign in with a passkey", "Cancel"] && walk.underway.isEmpty)
    #expect(try walk.press("Sign in with a passkey").start.map(\.work) == [.key(.signIn)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-26: a dismissed dialog goes back to the button, with a sentence") func dismissed() throws {
    var walk = Walk<PasskeyOnly>(.init())
    try walk.press("Sign in with a passkey")
    try walk.hands(.key(.fault(.dismissed)))
    #expect(walk.screen.blocks == [Notice.fault(.dismissed).block] && walk.buttons.first == "Sign in with a passkey")
  }
  @Test("B-27: every error has a sentence of its own, and none is empty") func sentences() {
    let notices: [Notice] =
      KeyFault.allCases.map(Notice.fault) + Rejection.allCases.map(Notice.rejected)
      + UsernameRefusal.allCases.map(Notice.username)
      + PasswordRefusal.allCases.map(Notice.password) + [.passwordRejected, .passwordBusy, .fillBoth, .outage]
    #expect(Set(notices.map(\.copy.text)).count == notices.count && Set(notices.map(\.copy.id)).count == notices.count)
    #expect(notices.allSatisfy { $0.copy.text.hasSuffix(".") && !$0.copy.text.contains("rror") })
  }
  @Test("M-14: a page that opens while the browser should ask does ask, under a new ticket")
  func reload() throws {
    var walk = Walk<PasskeyOnly>(.init())
    let first = try walk.press("Sign in with a passkey").start
    let second = walk.reload()
    #expect(
      second.cancel == first.map(\.ticket) && second.start.map(\.work) == [.key(.signIn)]
        && second.start.map(\.ticket) != first.map(\.ticket))
  }
}

@Suite struct PasskeyOrPasswordTests {
  @Test("B-09 B-10: one button opens a sheet with both ways, and each way does its own thing") func sheet() throws {
    var walk = Walk<PasskeyOrPassword>(.init())
    #expect(walk.screen.blocks.isEmpty && walk.buttons == ["Sign in", "Cancel"])
    try walk.press("Sign in")
    #expect(walk.screen.sheet != nil && walk.buttons == ["Passkey", "Password", "Back"] && walk.underway.isEmpty)
    var passkey = walk
    #expect(try passkey.press("Passkey").start.map(\.work) == [.key(.signIn)])
    try walk.press("Password")
    #expect(walk.buttons == ["Back", "Cancel"], "both fields are needed")
    walk.form = ["username": .text("mirela"), "password": .passing(Passing("x"))]
    #expect(
      try walk.press("Sign in").perform.map(\.work) == [
        .account(.verifyPassword(username: "mirela", password: "password"))
      ])
    try walk.server(.account(.passwordRejected))
    #expect(walk.screen.blocks.first == Notice.passwordRejected.block)
    walk.form = ["username": .text("mirela"), "password": .passing(Passing("y"))]
    try walk.press("Sign in")
    try walk.server(.account(.passwordVerified))
    #expect(walk.output == .signedIn)
  }
}

@Suite struct AutoFillPasskeyOnlyTests {
  @Test("B-12: one optional field and no action button") func noButton() {
    let walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(walk.buttons == ["Cancel"] && walk.screen.choices.allSatisfy { $0.style == .cancel })
    guard case .field(let field) = walk.screen.blocks.first else { Issue.record("no field"); return }
    #expect(field.autocomplete.rawValue == "username webauthn")
  }
  @Test("B-31 B-32: the offer begins with the screen and ends with it") func lifeCycle() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(walk.step.start.map(\.work) == [.key(.autoFill)])
    let offer = walk.ticket(of: .hands(.key(.given(.tap))))
    #expect(try walk.press("Cancel").cancel == [offer] && walk.output == .cancelled)
  }
  @Test("B-38 B-39: a dismissal is silent, a refusal is shown; both ask again under a new ticket")
  func rearmed() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    let first = walk.ticket(of: .hands(.key(.given(.tap))))
    #expect(try walk.hands(.key(.fault(.dismissed))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.ticket(of: .hands(.key(.given(.tap)))) != first && walk.screen.blocks.count == 1)
    try walk.hands(.key(.given(.tap)))
    #expect(try walk.server(.key(.rejected(.unknownKey))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.screen.blocks.first == Notice.rejected(.unknownKey).block)
  }
  @Test("B-13: a browser that cannot show passkeys is asked once, and the page says so") func unsupported() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(try walk.hands(.key(.fault(.unsupported))).start.isEmpty)
    #expect(walk.screen.blocks.contains(.banner(.autoFillMissing)))
  }
}

@Suite struct ImmediatelyAvailableTests {
  @Test("B-19 B-20: it asks in immediate mode, and a passkey on the device signs in") func here() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    #expect(try walk.press("Sign in").start.map(\.work) == [.key(.signInImmediately)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-21: nothing on this device is an answer, not an error") func noneHere() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    try walk.press("Sign in")
    try walk.hands(.key(.fault(.noneHere)))
    #expect(walk.screen.blocks.isEmpty && walk.buttons == ["Sign in with a passkey", "Back", "Cancel"])
    #expect(try walk.press("Sign in with a passkey").start.map(\.work) == [.key(.signIn)])
  }
  @Test("B-20: a browser without immediate mode is told so, and gets the ordinary way") func cannotLook() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    try walk.press("Sign in")
    try walk.hands(.key(.fault(.unsupported)))
    #expect(
      walk.says.first?.hasPrefix("This browser can't check silently") == true
        && walk.buttons.first == "Sign in with a passkey")
  }
}

@Suite struct AutoFillHybridTests {
  @Test("B-14 B-15 B-31: both fields, a button, and from the start a passkey in the list") func passkey() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    let hints = walk.screen.blocks.compactMap {
      if case .field(let field) = $0 { field.autocomplete.rawValue } else { nil }
    }
    #expect(hints == ["username webauthn", "current-password webauthn"] && walk.buttons == ["Sign in", "Cancel"])
    #expect(walk.step.start.map(\.work) == [.key(.autoFill)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-18 B-33 B-34: the button ends the offer before the sheet asks: never two at once") func sheet() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    let offer = walk.ticket(of: .hands(.key(.given(.tap))))
    let step = try walk.press("Sign in")
    #expect(
      step.cancel == [offer] && step.start.isEmpty && walk.underway.isEmpty
        && walk.buttons == ["Passkey", "Password", "Back"])
    var passkey = walk
    #expect(try passkey.press("Passkey").start.map(\.work) == [.key(.signIn)] && passkey.underway.count == 1)
    #expect(try walk.back().start.map(\.work) == [.key(.autoFill)])
  }
  @Test("B-16 B-17 B-33: with both fields filled the button checks the password and stores none")
  func password() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    walk.form = ["username": .text("mirela"), "password": .passing(Passing("correct horse"))]
    let step = try walk.press("Sign in")
    #expect(
      step.cancel.count == 1
        && step.perform.map(\.work) == [.account(.verifyPassword(username: "mirela", password: "password"))])
    #expect(step.passing["password"]?.value == "correct horse")
    #expect(!String(decoding: try JSONEncoder().encode(walk.conversation), as: UTF8.self).contains("horse"))
    #expect(!"\(step) \(walk)".contains("horse"))
    try walk.server(.account(.passwordRejected))
    #expect(walk.screen.blocks.first == Notice.passwordRejected.block && walk.underway == [.hands(.key(.autoFill))])
    #expect(
      try walk.press("Sign in").start.isEmpty && walk.screen.sheet != nil, "the password of the last POST is gone")
  }
  @Test("B-38 B-39: a dismissal is silent, a refusal is shown; both ask again under a new ticket")
  func rearmed() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    let first = walk.ticket(of: .hands(.key(.given(.tap)))), revision = walk.conversation.revision
    #expect(try walk.hands(.key(.fault(.dismissed))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.ticket(of: .hands(.key(.given(.tap)))) != first && walk.conversation.revision == revision)
    try walk.hands(.key(.given(.tap)))
    #expect(try walk.server(.key(.rejected(.invalid))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.screen.blocks.first == Notice.rejected(.invalid).block)
  }
}

@Suite struct RegistrationTests {
  static func creating() throws -> Walk<Registration> {
    var walk = Walk<Registration>(.init())
    walk.form = ["username": .text("mirela")]
    try walk.press("Create a passkey")
    try walk.server(.account(.usernameFree))
    return walk
  }
  @Test("B-04 B-05: the name is checked before a key is touched, then the passkey makes the account")
  func registers() throws {
    var walk = Walk<Registration>(.init())
    #expect(walk.screen.blocks.count == 1 && walk.buttons == ["Cancel"])
    walk = try Self.creating()
    #expect(walk.underway == [.hands(.key(.register(username: "mirela")))])
    try walk.hands(.key(.given(.tap)))
    #expect(walk.underway == [.server(.account(.register(username: "mirela", .tap)))])
    try walk.server(.account(.registered))
    #expect(walk.output == .signedIn)
  }
  @Test("B-06: a taken name and a refused passkey are said, and the name stays in its field") func fails() throws {
    var walk = Walk<Registration>(.init())
    walk.form = ["username": .text("mirela")]
    try walk.press("Create a passkey")
    try walk.server(.account(.usernameRefused(.taken)))
    #expect(walk.screen.blocks.first == Notice.username(.taken).block)
    walk = try Self.creating()
    try walk.hands(.key(.given(.tap)))
    try walk.server(.account(.registrationRejected(.expired)))
    #expect(walk.screen.blocks.first == Notice.rejected(.expired).block && walk.buttons.first == "Create a passkey")
  }
}

@Suite struct PasswordSettingTests {
  @Test("a password is saved only after a passkey was touched, and never stands in the state") func saves() throws {
    var walk = Walk<PasswordSetting>(.init())
    #expect(try walk.press("Confirm with your passkey").start.map(\.work) == [.key(.confirm)])
    try walk.tap(.yellow, .confirm)
    walk.form = ["new-password": .passing(Passing("correct horse"))]
    #expect(try walk.press("Save password").perform.map(\.work) == [.account(.setPassword("new-password"))])
    #expect(!String(decoding: try JSONEncoder().encode(walk.conversation), as: UTF8.self).contains("horse"))
    try walk.server(.account(.passwordSet))
    #expect(walk.output == nil && walk.screen.says.map(\.text) == ["Your password is saved."])
    try walk.press("Back to Settings")
    #expect(walk.output == .passwordSet && walk.output?.leadsTo == .safety)
  }
}

@Suite struct SecondFactorTests {
  @Test("G-29: where a hardware key is enrolled, the right password leads to it and opens nothing")
  func keyAsWell() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    walk.form = ["username": .text("mirela"), "password": .passing(Passing("x"))]
    try walk.press("Sign in")
    try walk.server(.account(.passwordNeedsKey))
    #expect(walk.output == nil && walk.underway == [.hands(.key(.signIn))])
    #expect(walk.screen.blocks.contains { if case .banner(let copy, _) = $0 { copy.id == "G-29" } else { false } })
    try walk.hands(.key(.given(.tap))); try walk.server(.key(.verified(.yellow, .signIn)))
    #expect(walk.output == .signedIn)
  }

  @Test("G-29: where that is a card, the right password leads to the card and opens nothing") func cardAsWell() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    walk.form = ["username": .text("mirela"), "password": .passing(Passing("x"))]
    try walk.press("Sign in")
    try walk.server(.account(.passwordNeedsCard))
    #expect(walk.output == nil && walk.underway.isEmpty)
    #expect(walk.screen.says.map(\.text) == ["Your password is right. This account has a card: sign in with it."])
    try walk.press("Sign in with a card")
    #expect(walk.output == .toCard && walk.output?.grants == false && walk.output?.leadsTo == .cardLogin)
  }
}
