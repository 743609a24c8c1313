import AccountService
import Foundation

extension Int {
  var inDays: String { self == 1 ? "1 day" : "\(self) days" }
}

/// One place where the account is signed in, in Settings → Safety.
struct SessionRowView {
  let place: Sessions.Open
  let now: Date

  var values: [String: Any] {
    [
      "browser": place.browser.text, "handle": place.handle, "isOwn": place.isOwn, "signedIn": Moment(date: place.signedInAt, now: now).dayAndTime,
      "used": Moment(date: place.seenAt, now: now).day,
    ]
  }
}
