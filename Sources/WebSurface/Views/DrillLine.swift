import AccountService
import Flows
import Foundation
import Model
import Sentences

/// The last drill of a way in, told to the account's holder: if it was somebody else's, they can act.
struct DrillLine {
  let drill: Accounts.Drill
  let now: Date

  /// The page on which the person can do what the sentence says.
  var path: String {
    switch drill.kind {
    case .key, .card: KeyRowView.path(of: drill.way)
    case .escrow: SettingsRoom.recovery.path
    case .phrase: (drill.isPassed ? SettingsRoom.recovery : .devices).path
    }
  }

  var sentence: Sentence {
    let when = Moment(date: drill.at, now: now).dayAndTime
    switch drill.kind {
    case .phrase:
      return drill.isPassed
        ? "Your words were rehearsed \(when). They open your journal. Not you? Make a new recovery code."
        : "Words were tried \(when), and did not open your journal. Not you? See who else is signed in."
    case .escrow:
      return drill.isPassed
        ? "Account recovery was rehearsed \(when). It opens your journal. Not you? Set it up anew."
        : "Account recovery was tried \(when), and did not open your journal. Not you? Set it up anew."
    case .key, .card: break
    }
    let name = KeyName.inSentence(drill.label, isCard: drill.kind == .card)
    return drill.isPassed
      ? "Rehearsed \(when): \(name). It opens your journal. Not you? Revoke it."
      : "Rehearsed \(when): \(name). It did not open your journal. Try it again, or revoke it."
  }
}
