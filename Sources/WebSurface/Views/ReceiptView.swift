import AccountService
import Foundation
import Sentences

/// The success screen of the sign-in lab, which shows who is signed in and with which credential (B-28, B-29).
struct ReceiptView {
  let facts: Accounts.Facts
  let isNudge: Bool
  let rpID: String
  /// The number of days after which the browser forgets the session.
  let sessionDays: Int

  var values: [String: Any] {
    var values: [String: Any] = [
      "title": say("Signed in"), "register": "hearth", "origin": Origin.account.path, "safety": Origin.keys.path,
      "account": Origin.account.path,
      "username": facts.username,
      "facts": [
        ["name": say("User name"), "value": facts.username],
        ["name": say("Signed in with"), "value": facts.means.sentence.said],
      ] + held + [
        ["name": say("Password"), "value": facts.hasPassword ? say("Set") : say("None")],
        ["name": say("Account since"), "value": facts.since.formatted(.iso8601.year().month().day())],
      ],
      "happened": facts.means.explanation.said, "keptFor": Sessions.browserDays(of: sessionDays).inDays.said,
    ]
    values["signals"] = facts.signals.values(rpID: rpID)
    if isNudge { values["nudge"] = Self.nudge }
    return values
  }

  /// The nudge, whose button begins an enrollment that leads back to it (G-38).
  static var nudge: [String: Any] {
    [
      "says": say("You're getting traction. Lock things down — add a hardware key when you get a chance."),
      "origin": Origin.nudge.path,
    ]
  }

  /// The account's means of signing in. Kinds that the account lacks are not mentioned.
  private var held: [[String: String]] {
    let cards = [
      facts.cards > 0 ? "\(facts.cards)" : nil,
      facts.rehearsals > 0 ? say("\(facts.rehearsals) to practice with") : nil,
    ].compactMap { $0 }
    return (facts.passkeys > 0 ? [["name": say("Passkeys"), "value": "\(facts.passkeys)"]] : [])
      + (cards.isEmpty ? [] : [["name": say("Cards"), "value": cards.joined(separator: ", ")]])
  }
}

extension Accounts.Means {
  var sentence: Sentence {
    switch self {
    case .password: "Your password"
    case .card(let isRehearsal): isRehearsal ? "The rehearsal card" : "Your card"
    case .passkey(.thisDevice, let isBackedUp):
      isBackedUp ? "A passkey that says it is synced" : "A passkey on this device"
    case .passkey(.securityKey, _): "A security key"
    case .passkey(.otherDevice, _): "A passkey on another device"
    case .passkey(.unknown, _): "A passkey"
    }
  }
  var explanation: Sentence {
    switch self {
    case .password: "Your password was compared with its hash. The server keeps no password."
    case .card: "Your card signed a fresh challenge. Its PIN went to the card and to nobody else."
    case .passkey: "Your key answered a fresh challenge. No password was sent."
    }
  }
}
