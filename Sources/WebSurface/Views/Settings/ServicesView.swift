import Foundation
import OpenID
import Runner
import Sentences

/// The room for services: which of them know this account, and what they get.
struct ServicesView {
  let services: [KnownService]
  let now: Date

  var values: [String: Any] { ["services": services.map(row), "isEmpty": services.isEmpty] }

  private func row(_ service: KnownService) -> [String: Any] {
    var row: [String: Any] = [
      "id": service.id, "name": service.name, "since": Moment(date: service.since, now: now).day.said,
      "used": Moment(date: service.usedAt, now: now).day.said,
      "gets": service.scopes.map(\.sentence).listed.said,
    ]
    if let news = service.news { row["news"] = sentence(news, of: service.name).said }
    return row
  }

  private func sentence(_ news: KnownService.News, of name: String) -> Sentence {
    switch news {
    case .heard(let at): "\(name) heard that a sign-in has ended: \(Moment(date: at, now: now).dayAndTime)."
    case .waiting(let since):
      "A sign-in has ended. Since \(Moment(date: since, now: now).dayAndTime), we try to tell \(name)."
    case .missed(let since):
      """
      \(name) did not hear that a sign-in has ended (\(Moment(date: since, now: now).dayAndTime)): it didn't answer for \
      a day. You may still be signed in there, so sign out there.
      """
    }
  }
}

extension Scope {
  fileprivate var sentence: Sentence {
    switch self {
    case .profile: "your user name"
    case .email: "your address for mail"
    case .groups: "your groups"
    case .offlineAccess: "to ask again while you are away"
    }
  }
}
