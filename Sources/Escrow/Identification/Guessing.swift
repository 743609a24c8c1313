/// Who may know a fact about a person, beside that person.
public enum Knower: String, Hashable, Sendable, CaseIterable {
  case everybody, family, employer, authority, insurer, bank

  /// As it stands in a sentence.
  public var name: String {
    switch self {
    case .everybody: "everybody"
    case .family: "your family"
    case .employer: "your employer"
    case .authority: "authorities"
    case .insurer: "insurers and doctors"
    case .bank: "your bank"
    }
  }
}

/// How hard an attribute is to guess.
public struct Guessing: Hashable, Sendable {
  /// For somebody who knows the person's name and all the attributes that are asked before it, and not this one: the logarithm to base two
  /// of how many values are about equally likely. An estimate, rounded down.
  public var bits: Double
  /// One sentence: where the figure comes from.
  public var reason: String
  /// For these it is no guess.
  public var knownBy: Set<Knower>
  public init(_ bits: Double, _ reason: String, knownBy: [Knower]) { self.bits = bits; self.reason = reason; self.knownBy = Set(knownBy) }
}
