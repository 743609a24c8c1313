import Flows
import Sentences
import Vocabulary

/// The link on a flow's screen to the page for trouble. A flow that opens the account with something leads there without
/// that thing; every other way of signing in leads to the page as it was.
struct TroubleLink {
  let label: Sentence
  let path: String

  var values: [String: String] { ["label": say(label), "path": path] }

  /// Returns `nil` where a link would lose what was done on the way, or where a sheet asks something first.
  init?(from flow: FlowName, begunAt origin: Origin, showing screen: Screen<String>) {
    guard screen.sheet == nil else { return nil }
    let trouble = if case .trouble(let trouble) = origin { trouble } else { Trouble() }
    if let possession = Possession.allCases.first(where: { $0.flow == flow }) {
      self.init(label: possession.lack, path: trouble.lacking(possession).path)
    } else if flow == .cardBackup, screen.asksForPhrase {
      self.init(label: "I don't have its words", path: trouble.lacking(.card).path)
    } else if Scenario.all.contains(where: { $0.flow == flow }) {
      self.init(label: "Can't get in?", path: trouble.path)
    } else {
      return nil
    }
  }
  private init(label: Sentence, path: String) { self.label = label; self.path = path }
}

extension Screen<String> {
  /// `true` if a lost card's phrase is typed here, and nothing was done with it yet.
  fileprivate var asksForPhrase: Bool {
    blocks.contains { if case .cardPhraseEntry = $0 { true } else { false } }
  }
}
