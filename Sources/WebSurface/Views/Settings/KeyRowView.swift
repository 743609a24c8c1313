import AccountService
import Flows
import Foundation
import Model
import RelyingParty
import Sentences

/// One key in a list of Settings, with its abilities and when it was last used. It leads to the key's own page.
struct KeyRowView {
  let key: Accounts.Key
  /// The metadata for the key's model; `nil` if the model is unknown.
  let model: MetadataEntry?
  let now: Date

  var values: [String: Any] {
    var values: [String: Any] = [
      "id": key.id.rawValue, "path": Self.path(of: key.id), "name": name.said, "icon": icon,
      "isRehearsal": key.isRehearsal, "opens": key.opens, "facts": facts.map { ["fact": $0.said] },
    ]
    if let since = key.needsRewrapSince { values["needsRewrap"] = ["found": Moment(date: since, now: now).onDay.said] }
    if let role = key.role { values["role"] = role.sentence.said }
    return values
  }

  /// The address of a key's own page.
  static func path(of key: KeyID) -> String {
    let segment = key.rawValue.addingPercentEncoding(withAllowedCharacters: inSegment) ?? key.rawValue
    return "\(SettingsRoom.keys.path)/\(segment)"
  }

  private static let inSegment = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

  /// What the key says that it is, with its picture if the metadata has one.
  var modelValues: [String: Any]? {
    guard let model, let statement = model.statement else { return nil }
    var drawn: [String: Any] = ["says": say("says it is a “\(statement.description.prefix(Self.longestName))”")]
    if let aaguid = model.aaguid, statement.icon != nil { drawn["picture"] = ["path": ModelRoutes.path(of: aaguid)] }
    return drawn
  }

  var name: Sentence { KeyName.sentence(key.label, isCard: key.isCard) }

  /// The maximum length of a model's name (FIDO Metadata Statement v3 §4, `description`); a longer name in a BLOB is
  /// truncated.
  private static let longestName = 200

  private var icon: String { key.isCard ? "card" : isHere ? "device" : "key" }
  /// `true` if the key has no role and, according to its transports, is inside the device that shows this page.
  private var isHere: Bool { key.role == nil && key.transports.contains("internal") }

  private var facts: [Sentence] {
    // A card reports nothing else about itself.
    key.isCard ? [connection, proved] : [used, proved]
  }

  var proved: Sentence {
    if key.opens, let opened = key.provedAt { return "opened \(Moment(date: opened, now: now).day)" }
    guard let signed = key.signedAt else { return "not tried yet" }
    let day = Moment(date: signed, now: now).day
    return key.opens ? "signed in \(day), not opened yet" : "signed in \(day)"
  }
  var used: Sentence {
    guard let used = key.lastUsedAt else { return "not used yet" }
    return "last used \(Moment(date: used, now: now).day)"
  }
  var connection: Sentence {
    guard !key.isCard else { return key.isRehearsal ? "played by this computer" : "smart card" }
    let transports = key.transports.compactMap(\.transportInWords)
    guard let first = transports.first else { return "does not say how it connects" }
    return transports.dropFirst().reduce(first) { Sentence(listing: $0, $1) }
  }
  /// What the key claims about copies of itself; `nil` if it claims nothing.
  var copies: Sentence? {
    key.isCard ? nil : key.claims?.inWords
  }
}

extension KeyRole {
  /// The role's name on a badge.
  var sentence: Sentence {
    switch self {
    case .primary: "primary"
    case .backup: "backup"
    }
  }
}

extension Sentence {
  /// Appends an item to a list that does not end with "and".
  fileprivate init(listing first: Sentence, _ next: Sentence) { self = "\(first), \(next)" }
}

extension String {
  /// A transport (Level 3 §5.8.4) by its everyday name; `nil` if this page has no name for it.
  fileprivate var transportInWords: Sentence? {
    switch self {
    case "usb": Sentence(verbatim: "USB")
    case "nfc": Sentence(verbatim: "NFC")
    case "ble": Sentence(verbatim: "Bluetooth")
    case "smart-card": "smart card"
    case "internal": "this device"
    case "hybrid": "another device"
    default: nil
    }
  }
}
