import FlowKit
import LocalHands
import Model
import Runner

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
}
