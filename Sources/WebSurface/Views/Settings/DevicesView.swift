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

  /// Tells the person after how many days their browser forgets the session. Other limits matter only for a copied
  /// session.
  private var ends: String {
    let browser = Sessions.browserDays(of: sessionDays)
    let kept = say(
      """
      Each is called what it calls itself. A browser keeps you signed in for \(browser.inDays), and then you sign in \
      again.
      """)
    guard sessionDays > browser else { return kept }
    let copied = say(
      """
      If somebody copied a sign-in out of a browser, the copy ends \(sessionDays.inDays) after you signed in at the \
      latest, and at once when you sign it out here.
      """)
    return "\(kept) \(copied)"
  }
}
