import AccountService
import Flows
import Sentences

/// The navigation between the account's home and the rooms of Settings, as `blocks/rooms` draws it.
struct RoomsNav {
  /// The room that is shown; `nil` for the account's home.
  let current: SettingsRoom?
  /// `true` if the account has a card, or if cards can be used on this site.
  let offersCards: Bool
  /// `true` on a page within the room, such as the page of one key.
  var isWithin = false
  /// `true` if the site has services that ask who somebody is.
  var offersServices = false

  var values: [String: Any] {
    let home = link(to: Origin.account.path, "Overview", isCurrent: current == nil)
    let rooms = SettingsRoom.allCases.filter { room in
      room == .card ? offersCards : room == .services ? offersServices : true
    }
    return ["rooms": [home] + rooms.map { link(to: $0.path, $0.title, isCurrent: $0 == current) }]
  }

  private func link(to path: String, _ label: Sentence, isCurrent: Bool) -> [String: Any] {
    var link: [String: Any] = ["path": path, "label": label.said]
    if isCurrent { link["current"] = isWithin ? "true" : "page" }
    return link
  }
}

extension SettingsRoom {
  var title: Sentence {
    switch self {
    case .keys: "Keys"
    case .recovery: "Recovery"
    case .card: "Card"
    case .password: "Password"
    case .devices: "Devices signed in"
    case .services: "Services"
    case .activity: "Activity"
    }
  }
}

extension Accounts.Safety {
  /// `true` if a card, of plastic or simulated, signs in to the account.
  var hasCard: Bool { keys.contains(where: \.isCard) }
}
