import HandsProtocol
import Sentences
import WaysBack

/// One provider or one part of account recovery, with when it last answered.
struct EscrowLine {
  let name: Sentence
  let standing: Sentence
  /// The day of the last answer as `2026-11-26`.
  let answered: String?
  /// `true` if it should be asked or tried again.
  let isDue: Bool

  static func all(of plan: Holdings.Plan, today: Int) -> [EscrowLine] {
    plan.trials.map { trial in
      let answered = trial.answeredOn.map(WayLine.date)
      let isDue = if case .fresh = trial.standing(today: today) { false } else { true }
      let words = [plan.words(of: trial, answered), plan.end(of: trial, today: today)].compactMap(\.self)
      return EscrowLine(name: plan.name(of: trial), standing: words.listed, answered: answered, isDue: isDue)
    }
  }
}

extension Holdings.Plan {
  fileprivate func words(of trial: EscrowTrial, _ answered: String?) -> Sentence {
    switch (trial.thing, answered) {
    case (.provider(let at), _) where providers[at].trouble == .gone: "no longer has what you gave it"
    case (.provider(let at), let day?) where providers[at].trouble == .silent: "answered on \(day), not since"
    case (.provider, let day?): "answered on \(day)"
    case (.provider, nil): "never asked"
    case (.part, let day?): "given back on \(day)"
    case (.part, nil): "not given back yet"
    }
  }
  fileprivate func end(of trial: EscrowTrial, today: Int) -> Sentence? {
    guard trial.endsSoon(today: today), let end = trial.endsOn else { return nil }
    return "keeps it until \(WayLine.date(of: end)): set it up anew before"
  }

  /// What hands know, as a plan.
  init(_ picture: EscrowPicture) {
    let providers = picture.providers.map { provider in
      Provider(
        provider.name, Trouble(provider.standing), hasDocument: provider.hasDocument, answeredOn: provider.answeredOn,
        paidUntil: provider.paidUntil)
    }
    let parts = picture.parts.map { Part(Method($0.kind), $0.provider, provedOn: $0.triedOn) }
    self.init(providers, parts, picture.policies)
  }
}

extension Holdings.Plan.Trouble {
  fileprivate init?(_ standing: EscrowPicture.Standing) {
    switch standing {
    case .there: return nil
    case .silent: self = .silent
    case .gone: self = .gone
    }
  }
}

extension Holdings.Plan.Method {
  fileprivate init(_ kind: EscrowKind) {
    self =
      switch kind {
      case .question: .question
      case .email: .email
      case .sms: .sms
      case .post: .post
      case .iban: .iban
      case .totp: .totp
      case .video: .video
      }
  }
}
