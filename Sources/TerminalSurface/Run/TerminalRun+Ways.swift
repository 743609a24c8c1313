import FlowKit
import Flows
import LocalHands
import Model
import Runner
import Wraps

// What opens the account
extension TerminalRun {
  /// One effect on the Master Key, done in this process's vault.
  mutating func openAccount(_ work: HandsWork) throws -> VaultNews {
    switch work.effect {
    case "way.showCode":
      code = vault.drawCode()
      return .shown
    case "way.lookUpCode":
      if let typed = work.field.flatMap({ answers.secrets[$0] }) { vault.type(typed) }
      return vault.lookUpCode(rp: work.rp ?? "")
    case "way.lookUpEscrow": return vault.lookUpEscrow(rp: work.rp ?? "")
    default: break
    }
    guard let materials = try work.materials?.forVault() else { return .unable }
    let key = work.keys?.first.map(KeyID.init(rawValue:))
    return switch work.effect {
    case "way.open": key.map { vault.open($0, materials) } ?? .untouched
    case "way.drop": vault.drop(materials)
    case "way.sealCode": vault.sealCode(materials)
    case "way.sealEscrow": vault.sealEscrow(materials)
    case "way.openWithCode": vault.openWithCode(materials, origin: desk.origin)
    case "way.openWithEscrow": vault.openWithEscrow(materials, origin: desk.origin)
    case "way.startAnew": key.map { vault.startAnew($0, materials) } ?? .untouched
    default: .unable
    }
  }

  /// What a new Master Key opens with, as the hands counted it.
  static func remade(_ kinds: [WayKind: Int]) -> String {
    let parts = WayKind.allCases.compactMap { kind -> String? in
      guard let count = kinds[kind], count > 0 else { return nil }
      return switch kind {
      case .key, .card: count == 1 ? "1 \(kind.rawValue)" : "\(count) \(kind.rawValue)s"
      case .phrase: count == 1 ? "your recovery code" : "\(count) recovery codes"
      case .escrow: count == 1 ? "account recovery" : "\(count) account recoveries"
      }
    }
    return "Your new Master Key opens with \(parts.listed). If that is not what you have, tell whoever runs this site."
  }

  /// What the hands say where the server shows less than they have seen.
  static func older(_ file: String) -> String {
    "It is older than what this computer saw last. If you put an older copy back yourself, remove \(file) and try again: "
      + "then it knows of no newer one."
  }
}
