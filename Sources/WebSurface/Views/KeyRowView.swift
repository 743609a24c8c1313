import AccountService
import Foundation
import Model
import RelyingParty

/// One key in Settings → Safety: what it is, what it can do, what it says of itself and when it was last there.
struct KeyRowView {
  let key: Accounts.Key
  /// What the metadata say about its model; `nil` where they do not know it.
  let model: MetadataEntry?
  let now: Date

  var values: [String: Any] {
    var values: [String: Any] = [
      "id": key.id.rawValue, "name": name, "icon": key.isCard ? "card" : isHere ? "device" : "key", "isRehearsal": key.isRehearsal,
      "opens": key.opens, "canTest": !key.isCard, "facts": facts.map { ["fact": $0] },
    ]
    if let since = key.needsRewrapSince { values["needsRewrap"] = ["found": Moment(date: since, now: now).onDay] }
    if let role = key.role { values["role"] = role.rawValue }
    if !key.isCard, let claims = key.claims { values["technical"] = ["sentence": claims.sentence] }
    if let model, let statement = model.statement {
      var drawn: [String: Any] = ["says": "says it is a “\(statement.description.prefix(Self.longestName))”"]
      if let aaguid = model.aaguid, statement.icon != nil { drawn["picture"] = ["path": ModelRoutes.path(of: aaguid)] }
      values["model"] = drawn
    }
    return values
  }

  private var name: String { KeyName.shown(key.label, key.isCard ? .card : .key) }

  /// A name is at most so long (FIDO Metadata Statement v3 §4, `description`); what a BLOB has beyond that is cut off.
  private static let longestName = 200

  /// Without a role, and inside the device that shows this page as far as its transports tell.
  private var isHere: Bool { key.role == nil && key.transports.contains("internal") }

  private var facts: [String] {
    let proved = key.provedAt.map { "last proved \(Moment(date: $0, now: now).day)" } ?? "not proved yet"
    if key.isCard { return [key.isRehearsal ? "played by this computer" : "smart card", proved] }  // it says nothing else of itself
    let transports = key.transports.compactMap(\.transportInWords)
    return [transports.isEmpty ? "does not say how it connects" : transports.joined(separator: ", ")]
      + (key.claims.map { [$0.inWords].compactMap { $0 } } ?? ["cannot sign in any more"])
      + [
        key.lastUsedAt.map { "last used \(Moment(date: $0, now: now).day)" } ?? "not used yet",
        proved,
      ]
  }
}

extension String {
  /// A transport (Level 3 §5.8.4) as a person knows it; `nil` for one that has no name here.
  fileprivate var transportInWords: String? {
    switch self {
    case "usb": "USB"
    case "nfc": "NFC"
    case "ble": "Bluetooth"
    case "smart-card": "smart card"
    case "internal": "this device"
    case "hybrid": "another device"
    default: nil
    }
  }
}

extension Accounts.Claims {
  /// Whether there may be copies of it, in a few words. Only what somebody vouched for is said as a fact.
  fileprivate var inWords: String? {
    if vouching == .deviceBound { return "can't leave its device" }
    return switch (isBackupEligible, isBackedUp) {
    case (nil, _): nil
    case (false?, _): "says it stays on one device"
    case (true?, true): "says it is synced"
    case (true?, false): "says it can be synced"
    }
  }

  /// E-05: what the flags say is told as a saying, and beside it what anybody vouched for. The one never follows from the other.
  fileprivate var sentence: String { told.prefix(1).uppercased() + told.dropFirst() + "." }

  private var told: String {
    switch vouching {
    case .deviceBound: "\(claim), attested device-bound"
    case .known: "\(claim); its maker vouches for the model, not for that"
    case .stranger: "\(claim); nobody known here vouches for its attestation (\(attestationFormat))"
    case .itself, .nobody: "\(claim); nobody vouches for that"
    case nil: "\(claim), \(attestationFormat == "none" ? "not attested" : "sent an attestation (\(attestationFormat))")"
    }
  }

  private var claim: String {
    switch (isBackupEligible, isBackedUp) {
    case (nil, _): "does not say whether it is synced"
    case (false?, _): "says it stays on one device"
    case (true?, true): "says synced"
    case (true?, false): "says it can be synced and is not yet"
    }
  }
}
