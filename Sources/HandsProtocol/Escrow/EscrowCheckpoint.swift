/// What an earlier run left.
public enum EscrowCheckpoint: Hashable, Sendable {
  /// - Parameter begun: Where an upload was begun. It was of this plan, where there is one.
  case backup(
    country: String, methods: [EscrowMethodFacts], providers: [EscrowProviderFacts], plan: EscrowPlan?, begun: EscrowBegun? = nil)
  case recovery(country: String, providers: [EscrowProviderFacts], documents: [EscrowDocumentFacts], puzzle: EscrowPuzzle?)
}

extension EscrowCheckpoint: Codable {
  private enum Key: String, CodingKey { case type, country, methods, providers, plan, begun, documents, puzzle }

  public init(from decoder: any Decoder) throws {
    let left = try decoder.container(keyedBy: Key.self)
    let country = try left.decode(String.self, forKey: .country), providers = try left.decode([EscrowProviderFacts].self, forKey: .providers)
    switch try left.decode(EscrowPurpose.self, forKey: .type) {
    case .backup:
      let methods = try left.decode([EscrowMethodFacts].self, forKey: .methods)
      self = .backup(
        country: country, methods: methods, providers: providers, plan: try left.decodeIfPresent(EscrowPlan.self, forKey: .plan),
        begun: try left.decodeIfPresent(EscrowBegun.self, forKey: .begun))
    case .recovery:
      let documents = try left.decode([EscrowDocumentFacts].self, forKey: .documents)
      let puzzle = try left.decodeIfPresent(EscrowPuzzle.self, forKey: .puzzle)
      self = .recovery(country: country, providers: providers, documents: documents, puzzle: puzzle)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var left = encoder.container(keyedBy: Key.self)
    switch self {
    case .backup(let country, let methods, let providers, let plan, let begun):
      try left.encode(EscrowPurpose.backup, forKey: .type)
      try left.encode(country, forKey: .country)
      try left.encode(methods, forKey: .methods)
      try left.encode(providers, forKey: .providers)
      try left.encodeIfPresent(plan, forKey: .plan)
      try left.encodeIfPresent(begun, forKey: .begun)
    case .recovery(let country, let providers, let documents, let puzzle):
      try left.encode(EscrowPurpose.recovery, forKey: .type)
      try left.encode(country, forKey: .country)
      try left.encode(providers, forKey: .providers)
      try left.encode(documents, forKey: .documents)
      try left.encodeIfPresent(puzzle, forKey: .puzzle)
    }
  }
}
