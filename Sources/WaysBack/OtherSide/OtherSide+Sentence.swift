import Sentences

extension OtherSide.Way {
  /// Who gets in this way, as a sentence.
  public var sentence: Sentence {
    if acts.count == 1, acts[0].kind == .paper { return "Whoever finds \(acts[0].name) needs nothing else." }
    if acts.contains(where: { $0.kind == .practice }) {
      return "Whoever uses a computer on which you practice: your practice card or practice recovery lets them in."
    }
    let providers = acts.filter { $0.kind == .provider || $0.kind == .providers }
    guard let provider = providers.first else {
      let all = doings.inOneSentence
      return opens ? "Whoever \(all)." : "Whoever \(all), to sign in only."
    }
    let names = providers.map(\.name).listed, others = doings.inOneSentence
    if !others.isEmpty { return "\(names) together with whoever \(others), \(condition)." }
    let isAlone = providers.count == 1 && provider.kind == .provider
    return isAlone ? "\(names) alone, \(condition)." : "\(names) together, \(condition)."
  }

  /// What providers have to know, who act together with or without others.
  private var condition: Sentence {
    acts.contains { $0.kind == .answers }
      ? "if they know or guess what you told them of yourself, and your answers"
      : "if they know or guess what you told them of yourself"
  }

  /// What one does, each after "whoever", but for what providers do and have to know.
  private var doings: [Sentence] {
    let hasProviders = acts.contains { $0.kind == .provider || $0.kind == .providers }
    return acts.compactMap { act in
      switch act.kind {
      case .provider, .providers, .pin, .secret, .unlocking, .practice: nil
      case .facts: hasProviders ? nil : "knows or guesses what you told your providers of yourself"
      case .answers: hasProviders ? nil : "knows or guesses your answers"
      case .reach: act.name
      case .paper: "finds \(act.name)"
      case .key, .card, .device: holding(act)
      case .cloud: "gets into, or runs, \(act.name)"
      case .password: "knows \(act.name)"
      case .copy: "has \(act.name)"
      case .older: "has something that opened it then, and that was removed or replaced since"
      case .computer: using(act)
      }
    }
  }

  private func holding(_ act: Act) -> Sentence {
    if let secret { return "has \(act.name) and \(secret)" }
    return acts.contains { $0.kind == .unlocking } ? "has \(act.name) and can unlock it" : "has \(act.name)"
  }

  /// A passkey in the computer takes no other object.
  private func using(_ act: Act) -> Sentence {
    let isBeside = acts.contains { $0.kind == .key || $0.kind == .card || $0.kind == .device }
    if !isBeside, let secret { return "can use \(act.name) and has \(secret)" }
    return !isBeside && acts.contains { $0.kind == .unlocking }
      ? "can use \(act.name) and unlock it" : "can use \(act.name)"
  }

  private var secret: Sentence? { acts.first { $0.kind == .pin || $0.kind == .secret }?.name }
}

extension [Sentence] {
  /// All of what one does: "a", "a, and b", "a, b, and c". The parts may have an "and" of their own.
  fileprivate var inOneSentence: Sentence {
    guard let last, count > 1 else { return first ?? "" }
    let others = dropFirst().dropLast().reduce(self[0]) { "\($0), \($1)" }
    return "\(others), and \(last)"
  }
}

extension Holdings {
  /// Who could look at an open page, whatever else there is. It stands last.
  public var onlooker: Sentence {
    switch site {
    case .here: "Whoever uses this computer as you, while your journal is open here. Lock the screen when you leave it."
    case .hosted: "Whoever runs this site, when you open your journal here; not in a terminal."
    }
  }
}
