import AccountService
import Foundation
import Sentences

/// The room for sessions: where the account is signed in, and until when.
struct DevicesView {
  let places: [Sessions.Open]
  let sessionDays: Int
  let now: Date

  var values: [String: Any] {
    [
      "sessions": places.map { SessionRowView(place: $0, now: now).values },
      "hasOtherSessions": places.contains { !$0.isOwn }, "sessionsEnd": ends,
    ]
  }

  /// Tells the person how long a sign-in lasts: their browser forgets it first, and the longer limit matters only for
  /// a copied session.
  private var ends: String {
    let browser = Sessions.browserDays(of: sessionDays)
    guard sessionDays > browser else {
      return say(
        "Each is called what it calls itself. A sign-in lasts \(browser.inDays), or until you sign it out here.")
    }
    return say(
      """
      Each is called what it calls itself. A sign-in lasts \(browser.inDays) in your browser, and a copy that somebody \
      took of it at most \(sessionDays.inDays), or until you sign it out here.
      """)
  }
}
