import Runner

/// What can be begun with a Keycard from Settings → Safety.
enum CardActs {
  private struct Act {
    var flow: FlowName, label: String
    /// What a label leaves to be seen from its row.
    var more = ""
  }
  private static let groups: [(about: String, acts: [Act])] = [
    ("This account", [Act(flow: .cardMigration, label: "Add a card"), Act(flow: .cardBackup, label: "Make a backup card")]),
    (
      "A card",
      [
        Act(flow: .cardStatus, label: "Status", more: "of a card"), Act(flow: .cardName, label: "Name", more: "of a card"),
        Act(flow: .cardSigning, label: "Sign something", more: "with a card"),
      ]
    ),
    (
      "Its secrets",
      [
        Act(flow: .cardPIN, label: "Change PIN"), Act(flow: .cardPUK, label: "Change PUK"),
        Act(flow: .cardPairing, label: "Change pairing password"),
      ]
    ),
    ("If it is stuck", [Act(flow: .cardUnblock, label: "Unfreeze with the PUK"), Act(flow: .cardReset, label: "Factory reset", more: "of a card")]),
  ]

  /// Whose account has no card is offered to add one; all that is done with a card lies folded beneath, for whoever holds one all the same.
  static func values(hasCard: Bool) -> [String: Any] {
    let drawn = groups.map { group in
      let acts = group.acts.filter { hasCard || $0.flow != .cardMigration }
      return ["about": group.about, "acts": acts.map { ["flow": $0.flow.rawValue, "label": $0.label, "more": $0.more] as [String: Any] }]
        as [String: Any]
    }
    return ["groups": drawn, "isFolded": !hasCard]
  }
}
