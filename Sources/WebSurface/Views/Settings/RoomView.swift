import AccountService
import CeremonyService
import Flows
import Model
import Runner
import Sentences

/// A page of Settings: its frame, which all rooms share, and what each room shows.
struct RoomView {
  let safety: Accounts.Safety
  let rpID: String
  let metadata: CurrentMetadata
  /// `true` if pages of this site can reach a card.
  let hasHands: Bool

  private func frame(_ room: SettingsRoom, isWithin: Bool = false, title: Sentence? = nil) -> [String: Any] {
    let nav = RoomsNav(
      current: room, offersCards: hasHands || safety.hasCard, isWithin: isWithin,
      offersServices: safety.offersServices)
    var frame: [String: Any] = ["title": (title ?? room.title).said, "register": "working", "origin": room.path]
    if isWithin { frame["back"] = ["label": room.title.said, "path": room.path] }
    return frame.merging(nav.values) { $1 }
  }

  var keys: [String: Any] {
    frame(.keys).merging(KeysView(safety: safety, rows: safety.keys.map(row), rpID: rpID).values) { $1 }
  }
  var recovery: [String: Any] { frame(.recovery).merging(RecoveryView(safety: safety).values) { $1 } }
  var card: [String: Any] {
    guard safety.hasCard else { return frame(.card) }
    let cards = safety.keys.filter(\.isCard).map(row).map(\.values)
    return frame(.card).merging(["cards": cards, "hasCard": true, "cardActs": CardActs.values]) { $1 }
  }
  var password: [String: Any] { frame(.password).merging(PasswordView(safety: safety).values) { $1 } }

  func devices(_ places: [Sessions.Open], sessionDays: Int) -> [String: Any] {
    let view = DevicesView(places: places, sessionDays: sessionDays, now: safety.at)
    return frame(.devices).merging(view.values) { $1 }
  }
  func services(_ services: [KnownService]) -> [String: Any] {
    frame(.services).merging(ServicesView(services: services, now: safety.at).values) { $1 }
  }
  func activity(_ log: Accounts.Log) -> [String: Any] {
    frame(.activity).merging(LogView(log: log).values) { $1 }
  }

  /// The page of one key, or `nil` if the account has no such key.
  func key(_ id: KeyID) -> [String: Any]? {
    guard let key = safety.keys.first(where: { $0.id == id }) else { return nil }
    let view = KeyView(row: row(key), safety: safety)
    return frame(.keys, isWithin: true, title: view.row.name).merging(view.values) { $1 }
  }

  private func row(_ key: Accounts.Key) -> KeyRowView {
    KeyRowView(key: key, model: key.claims.flatMap { metadata.entry($0.aaguid) }, now: safety.at)
  }
}
