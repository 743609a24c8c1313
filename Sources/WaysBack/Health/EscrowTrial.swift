import Sentences

/// When a provider was last asked, or last gave a part back, and when that is due again (WAYS-BACK §5). Only the hands
/// know it.
public struct EscrowTrial: Hashable, Sendable {
  /// Numbers are indices of the plan's providers and parts.
  public enum Thing: Hashable, Sendable { case provider(Int), part(Int) }

  public let thing: Thing
  /// The day of the last answer that counts.
  public let answeredOn: Int?
  /// The day on which what a provider keeps ends.
  public let endsOn: Int?

  /// Roughly how long it takes.
  public var minutes: Int {
    switch thing {
    case .provider: 1
    case .part: 5
    }
  }

  /// After how many days it is due again. Asking takes nothing from anybody; giving a part back takes minutes, and may
  /// cost a code.
  private var days: Int {
    switch thing {
    case .provider: 91
    case .part: 365
    }
  }

  /// What a provider keeps for a short while only is due, whenever it last answered. A clock that was set back makes it
  /// due later.
  public func standing(today: Int) -> Trial.Standing {
    guard let answeredOn else { return .never }
    let due = min(answeredOn + days, endsOn.map { $0 - Self.beforeEnd } ?? .max)
    return due > today ? .fresh(until: due) : .due(since: due)
  }
  /// `true` if what the provider keeps ends within two months.
  public func endsSoon(today: Int) -> Bool { endsOn.map { $0 - Self.beforeEnd <= today } ?? false }

  private static let beforeEnd = 60
}

extension Holdings.Plan {
  /// Each provider, and each part that can be given back at one sitting. A letter, a transfer and an examiner take days.
  public var trials: [EscrowTrial] {
    let asked = providers.enumerated().map {
      EscrowTrial(thing: .provider($0), answeredOn: $1.answeredOn, endsOn: $1.paidUntil)
    }
    let given = parts.indices.filter { !parts[$0].method.takesDays }.map {
      EscrowTrial(thing: .part($0), answeredOn: parts[$0].provedOn, endsOn: nil)
    }
    return asked + given
  }

  public func name(of trial: EscrowTrial) -> Sentence {
    switch trial.thing {
    case .provider(let at): Sentence(verbatim: providers[at].name)
    case .part(let at):
      "\(ThingName.method(parts[at].method).alone), at \(Sentence(verbatim: providers[parts[at].provider].name))"
    }
  }
}

extension Holdings.Plan.Method {
  /// `true` if what answers it is not there while one waits.
  fileprivate var takesDays: Bool { self == .post || self == .iban || self == .video }
}
