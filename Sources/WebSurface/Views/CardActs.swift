import Flows
import Sentences

/// The Keycard flows that Settings → Safety offers.
enum CardActs {
  private static let groups: [(about: Sentence, flows: [FlowName])] = [
    ("This account", [.cardMigration, .cardBackup]),
    ("A card", [.cardStatus, .cardName, .cardSigning]),
    ("Its secrets", [.cardPIN, .cardPUK, .cardPairing]),
    ("If it is stuck", [.cardUnblock, .cardReset]),
  ]

  /// Returns the offered flows. An account without a card is offered to add one. All other card flows are in a
  /// collapsed section beneath, for somebody who has a card anyway.
  static func values(hasCard: Bool) -> [String: Any] {
    let drawn = groups.map { group in
      let flows = group.flows.filter { hasCard || $0 != .cardMigration }
      return ["about": group.about.said, "acts": flows.map(values)] as [String: Any]
    }
    return ["groups": drawn, "isFolded": !hasCard]
  }
  private static func values(of flow: FlowName) -> [String: Any] {
    ["flow": flow.rawValue, "label": flow.label?.text ?? "", "more": flow.more?.text ?? ""]
  }
}
