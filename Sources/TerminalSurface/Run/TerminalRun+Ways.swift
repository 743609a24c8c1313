import Flows
import HandsProtocol
import Model
import Runner
import Vocabulary
import Wraps
import Sentences

// What opens the account
extension TerminalRun {
  /// Performs one effect on the Master Key in this process's vault.
  mutating func openAccount(_ way: WayTask) -> WayNews {
    switch way {
    case .showCode(let materials):
      guard let drawn = try? vault.drawCode(materials) else { return .unable }
      paper = drawn
      return .shown
    case .lookUpCode(let field, let rp):
      if let typed = answers.secrets[field] { vault.type(typed) }
      return vault.lookUpCode(rp: rp)
    case .lookUpEscrow(let rp): return vault.lookUpEscrow(rp: rp)
    case .open(let key, let materials): return vault.open(key, materials)
    case .drill(let card, let materials): return vault.drill(card, materials, origin: person.origin)
    case .drop(let materials): return vault.drop(materials)
    case .sealCode(let materials): return vault.sealCode(materials)
    case .sealEscrow(let materials): return vault.sealEscrow(materials)
    case .openWithCode(let materials): return vault.openWithCode(materials, origin: person.origin)
    case .openWithEscrow(let materials): return vault.openWithEscrow(materials, origin: person.origin)
    case .tryEscrow(let materials): return vault.tryEscrow(materials, origin: person.origin)
    case .tryWords(let field, let materials):
      return vault.tryWords(answers.secrets[field], materials, origin: person.origin)
    case .drawTicket: return .unable  // tickets are made in a page
    case .startAnew(let key, let materials): return vault.startAnew(key, materials)
    case .signCopy, .makeCopy: return .unable  // a copy is made in a page
    }
  }

  /// Lists the ways that open a new Master Key, as the hands counted them.
  static func remade(_ kinds: [WayKind: Int]) -> Sentence {
    let parts = WayKind.allCases.compactMap { kind -> Sentence? in
      guard let count = kinds[kind], count > 0 else { return nil }
      return switch kind {
      case .key: count == 1 ? "1 key" : "\(count) keys"
      case .card: count == 1 ? "1 card" : "\(count) cards"
      case .phrase: count == 1 ? "your recovery code" : "\(count) recovery codes"
      case .escrow: count == 1 ? "account recovery" : "\(count) account recoveries"
      }
    }
    guard kinds.values.reduce(0, +) > 1 else {
      return "Now \(parts.listed) opens your journal. If it isn't yours, revoke it in Settings in the page."
    }
    return """
      Now \(parts.listed) each open your journal. If one of them isn't yours, revoke it in Settings in the page.
      """
  }

  /// Returns the hands' message for when the server shows an older state than the hands have seen.
  static func older(_ file: String) -> Sentence {
    """
    It is older than what this computer saw last. If you put an older copy back yourself, remove \(file) and try \
    again: then it knows of no newer one.
    """
  }
}
