/// What is proposed to a person who chose methods and providers (C-33, C-34), or why nothing is.
public enum PolicySuggestion: Hashable, Sendable {
  case policies([PlannedPolicy])
  case none(PolicyObstacle)

  public var policies: [PlannedPolicy] { if case .policies(let all) = self { all } else { [] } }
}

/// Why there is no combination that we would propose, with what would help.
public enum PolicyObstacle: Hashable, Sendable {
  /// Fewer than two methods: whoever gets at the one has all. `helpful` are the kinds that some provider offers.
  case tooFewMethods(have: Int, helpful: [MethodType])
  /// No provider answers. `silent` are those that do not.
  case noProvider(silent: [String])
  /// Methods, by their places, that no usable provider offers, so that no combination is whole. `silent` would offer one of them.
  case notOffered(methods: [Int], silent: [String])
  /// Only questions: an answer can be guessed or found out. `helpful` are the kinds that some provider offers.
  case questionsAlone(helpful: [MethodType])
  /// One operator would keep every challenge, and could open the backup alone. `silent` are others', that do not answer.
  case oneOperator(name: String, silent: [String])

  /// For the person: what is missing and what to do.
  public var sentence: String {
    switch self {
    case .tooFewMethods(let have, _):
      have == 0 ? "Add two ways to show that it is you." : "Add one more way to show that it is you. One alone would open everything."
    case .noProvider(let silent): silent.isEmpty ? "Add a provider." : "No provider answers. Add another one, or try again later."
    case .notOffered: "No provider that answers offers what you chose. Add a provider that does, or choose another way."
    case .questionsAlone: "Questions alone are too easy to answer for others. Add another way, such as e-mail."
    case .oneOperator(let name, _): "\(name) would keep everything, and could open it alone. Add a provider that somebody else runs."
    }
  }
}
