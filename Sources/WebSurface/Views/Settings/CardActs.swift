import Flows
import Sentences

/// The Keycard flows that the room for cards offers to an account with a card.
enum CardActs {
  private static let groups: [(about: Sentence, flows: [FlowName])] = [
    ("This account", [.cardMigration, .cardBackup]),
    ("A card", [.cardStatus, .cardName, .cardSigning]),
    ("Its secrets", [.cardPIN, .cardPUK, .cardPairing]),
    ("If it is stuck", [.cardUnblock, .cardReset]),
  ]

  /// The flows for somebody who has a card, in groups.
  static var values: [[String: Any]] {
    groups.map { ["about": $0.about.said, "acts": $0.flows.map(values)] }
  }
  private static func values(of flow: FlowName) -> [String: Any] {
    ["flow": flow.rawValue, "label": flow.label?.text ?? "", "more": flow.more?.text ?? ""]
  }
}
