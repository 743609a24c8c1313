import Flows
import OpenID
import Sentences

/// The page from which a run was started and to which it returns. The list is closed, so that no external address is
/// ever followed.
enum Origin: Hashable {
  case home, lab, account
  /// The account's home, as its nudge begins an enrollment.
  case nudge
  /// What should be tried, and when.
  case round
  /// Where somebody says where their things lie.
  case things
  case room(SettingsRoom)
  case trouble(Trouble)
  /// The service that asked who somebody is, which is told that they said no.
  case service

  static let keys = Origin.room(.keys)
  /// The address of Settings before it had rooms. It is linked to from elsewhere, and old runs return to it.
  static let formerSettings = "/safety"

  /// Returns the page with this path, or `nil` if no run starts there.
  init?(path: String) {
    switch path {
    case Origin.home.path: self = .home
    case Origin.lab.path: self = .lab
    case Origin.account.path: self = .account
    case Origin.nudge.path: self = .nudge
    case Origin.round.path: self = .round
    case Origin.things.path: self = .things
    case Origin.service.path: self = .service
    case Self.formerSettings: self = .keys
    default:
      guard let page = SettingsRoom(path: path).map(Self.room) ?? Trouble(path: path).map(Self.trouble) else {
        return nil
      }
      self = page
    }
  }

  var path: String {
    switch self {
    case .home: "/"
    case .lab: "/lab"
    case .account: AccountHome.path
    case .nudge: AccountHome.nudgedPath
    case .round: AccountHome.path + "/round"
    case .things: AccountHome.thingsPath
    case .room(let room): room.path
    case .trouble(let trouble): trouble.path
    case .service: Endpoint.refusedPath
    }
  }
  /// The link that leads back to the page.
  var link: [String: String] { ["label": label.said, "path": path] }
  var label: Sentence {
    switch self {
    case .home: "Home"
    case .lab: "Lab"
    case .account, .nudge: "Overview"
    case .round: "What to try"
    case .things: "Where your things lie"
    case .room: "Settings"
    case .trouble: "Other ways"
    case .service: "The service"
    }
  }
}
