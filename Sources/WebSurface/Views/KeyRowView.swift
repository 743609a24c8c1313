import AccountService
import Flows
import Foundation
import Model
import RelyingParty
import Sentences

/// One key in Settings → Safety, with its kind, its abilities, what it reports about itself, and when it was last used.
struct KeyRowView {
  let key: Accounts.Key
  /// The metadata for the key's model; `nil` if the model is unknown.
  let model: MetadataEntry?
  let now: Date

  var values: [String: Any] {
    var values: [String: Any] = [
      "id": key.id.rawValue, "name": name.said, "icon": key.isCard ? "card" : isHere ? "device" : "key",
      "isRehearsal": key.isRehearsal, "opens": key.opens, "canTest": !key.isCard,
      "facts": facts.map { ["fact": $0.said] },
    ]
    if let since = key.needsRewrapSince { values["needsRewrap"] = ["found": Moment(date: since, now: now).onDay.said] }
    if let role = key.role { values["role"] = role.sentence.said }
    if !key.isCard, let claims = key.claims { values["technical"] = ["sentence": claims.inTechnicalWords] }
    if let model, let statement = model.statement {
      var drawn: [String: Any] = ["says": say("says it is a “\(statement.description.prefix(Self.longestName))”")]
      if let aaguid = model.aaguid, statement.icon != nil { drawn["picture"] = ["path": ModelRoutes.path(of: aaguid)] }
      values["model"] = drawn
    }
    return values
  }

  private var name: Sentence { KeyName.sentence(key.label, isCard: key.isCard) }

  /// The maximum length of a model's name (FIDO Metadata Statement v3 §4, `description`); a longer name in a BLOB is
  /// truncated.
  private static let longestName = 200

  /// `true` if the key has no role and, according to its transports, is inside the device that shows this page.
  private var isHere: Bool { key.role == nil && key.transports.contains("internal") }

  private var facts: [Sentence] {
    // A card reports nothing else about itself.
    if key.isCard { return [key.isRehearsal ? "played by this computer" : "smart card", proved] }
    return [connection, copies, used, proved].compactMap { $0 }
  }

  private var proved: Sentence {
    guard let proved = key.provedAt else { return "not proved yet" }
    return "last proved \(Moment(date: proved, now: now).day)"
  }
  private var used: Sentence {
    guard let used = key.lastUsedAt else { return "not used yet" }
    return "last used \(Moment(date: used, now: now).day)"
  }
  private var connection: Sentence {
    let transports = key.transports.compactMap(\.transportInWords)
    guard let first = transports.first else { return "does not say how it connects" }
    return transports.dropFirst().reduce(first) { Sentence(listing: $0, $1) }
  }
  private var copies: Sentence? {
    guard let claims = key.claims else { return "cannot sign in any more" }
    return claims.inWords
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
