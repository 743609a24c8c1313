import AccountService
import Foundation
import Model
import Sentences

extension Int {
  var inDays: Sentence { self == 1 ? "1 day" : "\(self) days" }
}

/// One place where the account is signed in, in Settings.
struct SessionRowView {
  let place: Sessions.Open
  let now: Date

  var values: [String: Any] {
    [
      "browser": place.browser.sentence.said, "handle": place.handle, "isOwn": place.isOwn,
      "signedIn": Moment(date: place.signedInAt, now: now).dayAndTime.said,
      "used": Moment(date: place.seenAt, now: now).day.said,
    ]
  }
}

extension BrowserPhrase {
  /// The phrase as a translatable sentence. It is stored in English.
  fileprivate var sentence: Sentence {
    if self == .terminal { return "A terminal" }
    let parts = text.split(separator: " on ", maxSplits: 1)
    guard let first = parts.first else { return Sentence(verbatim: text) }
    let name: Sentence = first == Self.unknown.text ? "A browser" : Sentence(verbatim: String(first))
    return parts.count == 2 ? "\(name) on \(parts[1])" : name
  }
}
