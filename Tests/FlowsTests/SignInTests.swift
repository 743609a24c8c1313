import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing

@testable import Flows

/// The six scenarios as a person experiences them: what is shown, what can be pressed, and what the browser is asked to
/// do.
@Suite struct PasskeyOnlyTests {
  @Test("B-07 B-08: the only button, with no field, asks for any passkey and nothing else") func passkeyOnly() throws {
    var walk = Walk<PasskeyOnly>(.init())
    #expect(
      walk.screen.blocks.isEmpty && walk.buttons == ["Sign in with a passkey", "Cancel"] && walk.underway.isEmpty)
    #expect(try walk.press("Sign in with a passkey").start.map(\.work) == [.key(.signIn)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-26: dismissing the dialog returns to the button, with an explanation") func dismissed() throws {
    var walk = Walk<PasskeyOnly>(.init())
    try walk.press("Sign in with a passkey")
    try walk.hands(.key(.fault(.dismissed)))
    #expect(walk.screen.blocks == [Notice.fault(.dismissed).block] && walk.buttons.first == "Sign in with a passkey")
  }
  @Test("B-27: every error has its own sentence, and no sentence is empty") func sentences() {
    let notices: [Notice] =
      KeyFault.allCases.map(Notice.fault) + Rejection.allCases.map(Notice.rejected)
      + UsernameRefusal.allCases.map(Notice.username)
      + PasswordRefusal.allCases.map(Notice.password) + [.passwordRejected, .passwordBusy, .fillBoth, .outage]
    #expect(Set(notices.map(\.copy.text)).count == notices.count && Set(notices.map(\.copy.id)).count == notices.count)
    #expect(notices.allSatisfy { $0.copy.text.hasSuffix(".") && !$0.copy.text.contains("rror") })
  }
  @Test("M-14: a page reloaded during the browser's request asks again under a new ticket")
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
  @Test("B-09 B-10: one button opens a sheet that offers both ways, and each way works") func sheet() throws {
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
  @Test("B-12: there is one optional field and no action button") func noButton() {
    let walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(walk.buttons == ["Cancel"] && walk.screen.choices.allSatisfy { $0.style == .cancel })
    guard case .field(let field) = walk.screen.blocks.first else { Issue.record("no field"); return }
    #expect(field.autocomplete.rawValue == "username webauthn")
  }
  @Test("B-31 B-32: the passkey offer starts and ends with the screen") func lifeCycle() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(walk.step.start.map(\.work) == [.key(.autoFill)])
    let offer = walk.ticket(of: .hands(.key(.given(.tap))))
    #expect(try walk.press("Cancel").cancel == [offer] && walk.output == .cancelled)
  }
  @Test("B-38 B-39: a dismissal is silent, a rejection is shown; both ask again under a new ticket")
  func rearmed() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    let first = walk.ticket(of: .hands(.key(.given(.tap))))
    #expect(try walk.hands(.key(.fault(.dismissed))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.ticket(of: .hands(.key(.given(.tap)))) != first && walk.screen.blocks.count == 1)
    try walk.hands(.key(.given(.tap)))
    #expect(try walk.server(.key(.rejected(.unknownKey))).start.map(\.work) == [.key(.autoFill)])
    #expect(walk.screen.blocks.first == Notice.rejected(.unknownKey).block)
  }
  @Test("B-13: a browser that cannot offer passkeys is asked only once, and the page says so")
  func unsupported() throws {
    var walk = Walk<AutoFillPasskeyOnly>(.init())
    #expect(try walk.hands(.key(.fault(.unsupported))).start.isEmpty)
    #expect(walk.screen.blocks.contains(.banner(.autoFillMissing)))
  }
}

@Suite struct ImmediatelyAvailableTests {
  @Test("B-19 B-20: the page asks in immediate mode, and a passkey on the device signs in") func here() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    #expect(try walk.press("Sign in").start.map(\.work) == [.key(.signInImmediately)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-21: having no passkey on this device is treated as an answer, not an error") func noneHere() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    try walk.press("Sign in")
    try walk.hands(.key(.fault(.noneHere)))
    #expect(walk.screen.blocks.isEmpty && walk.buttons == ["Sign in with a passkey", "Back", "Cancel"])
    #expect(try walk.press("Sign in with a passkey").start.map(\.work) == [.key(.signIn)])
  }
  @Test("B-20: without immediate mode, the page says so and offers the ordinary way") func cannotLook() throws {
    var walk = Walk<ImmediatelyAvailable>(.init())
    try walk.press("Sign in")
    try walk.hands(.key(.fault(.unsupported)))
    #expect(
      walk.says.first?.hasPrefix("This browser can't check silently") == true
        && walk.buttons.first == "Sign in with a passkey")
  }
}

@Suite struct AutoFillHybridTests {
  @Test("B-14 B-15 B-31: the page has two fields and a button, and autofill offers a passkey") func passkey() throws {
    var walk = Walk<AutoFillHybrid>(.init())
    let hints = walk.screen.blocks.compactMap {
      if case .field(let field) = $0 { field.autocomplete.rawValue } else { nil }
    }
    #expect(hints == ["username webauthn", "current-password webauthn"] && walk.buttons == ["Sign in", "Cancel"])
    #expect(walk.step.start.map(\.work) == [.key(.autoFill)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.output == .signedIn)
  }
  @Test("B-18 B-33 B-34: the button ends the offer before the sheet asks, so two never overlap") func sheet() throws {
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
  @Test("B-16 B-17 B-33: with both fields filled, the button checks the password and stores none")
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
  @Test("B-38 B-39: beside a password, a dismissal is silent, a rejection shown; both ask again")
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
  @Test("B-04 B-05: the name is checked before a key is touched; the passkey creates the account")
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
  @Test("B-06: a taken name and a rejected passkey are reported, and the name stays in its field") func fails() throws {
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
  @Test("a password is saved only after a passkey is touched, and never appears in the state") func saves() throws {
    var walk = Walk<PasswordSetting>(.init())
    #expect(try walk.press("Confirm with your passkey").start.map(\.work) == [.key(.confirm)])
    try walk.tap(.yellow, .confirm)
    walk.form = ["new-password": .passing(Passing("correct horse"))]
    #expect(try walk.press("Save password").perform.map(\.work) == [.account(.setPassword("new-password"))])
    #expect(!String(decoding: try JSONEncoder().encode(walk.conversation), as: UTF8.self).contains("horse"))
    try walk.server(.account(.passwordSet))
    #expect(walk.output == nil && walk.screen.says.map(\.text) == ["Your password is saved."])
    try walk.press("Back to Settings")
    #expect(walk.output == .passwordSet && walk.output?.leadsTo == .origin)
  }
}

@Suite struct SecondFactorTests {
  @Test("G-29: with a hardware key enrolled, the right password asks for the key and opens nothing")
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

  @Test("G-29: with a card enrolled, the right password asks for the card and opens nothing") func cardAsWell() throws {
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
