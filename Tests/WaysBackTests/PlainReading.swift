@testable import WaysBack

/// Reads the table of docs/WAYS-BACK.md row by row: what still works after a loss. It shares nothing with `Picture` but
/// the holdings and the things' ids.
struct PlainReading {
  enum Certainty: Int, Comparable {
    case none, hoped, proved
    static func < (one: Certainty, other: Certainty) -> Bool { one.rawValue < other.rawValue }
  }
  struct Answer: Equatable {
    var signIn = Certainty.none
    var open = Certainty.none
    func certainty(_ goal: Goal) -> Certainty { goal == .signIn ? signIn : open }
  }
  private struct Way {
    var record: String, certainty: Certainty
    var opens = true, opensCopies = false
  }

  let holdings: Holdings
  let isLost: (Thing.Kind, String) -> Bool

  var answer: Answer {
    let ways = keyWays + cardWays + codeWays + escrowWays + passwordWays
    var answer = Answer()
    if siteStands {
      answer.signIn = ways.map(\.certainty).max() ?? .none
      answer.open = ways.filter(\.opens).map(\.certainty).max() ?? .none
    }
    for copy in holdings.copies where has(.copy, copy.id, at: copy.place) {
      let read: Certainty = copy.readOn == nil ? .hoped : .proved
      let held = ways.filter { copy.holds.contains($0.record) }
      func best(_ ways: [Way]) -> Certainty { min(read, ways.map(\.certainty).max() ?? .none) }
      switch copy.kind {
      case .journal: answer.open = max(answer.open, best(held.filter { $0.opens && $0.opensCopies }))
      case .accounts:
        answer.open = max(answer.open, best(held.filter(\.opens)))
        answer.signIn = max(answer.signIn, best(held))
      }
    }
    return answer
  }

  // MARK: Things and places

  private func has(_ kind: Thing.Kind, _ id: String) -> Bool { !isLost(kind, id) }
  private func has(_ kind: Thing.Kind, _ id: String, at place: String?) -> Bool {
    has(kind, id) && (place.map { hasPlace($0) } ?? true)
  }
  private func hasPlace(_ id: String, inside: [String] = []) -> Bool {
    if inside.contains(id) { return true }
    let isDevice = holdings.site == .here(id) || holdings.places[id]?.isDevice == true
    guard has(isDevice ? .device : .place, id) else { return false }
    guard let outer = holdings.places[id]?.at else { return true }
    return hasPlace(outer, inside: inside + [id])
  }
  private func knows(_ pin: Holdings.PIN?, of owner: String) -> Bool { has(.pin, pin?.id ?? "of \(owner)") }
  private var siteStands: Bool {
    switch holdings.site {
    case .hosted(let name): has(.site, name)
    case .here(let computer): hasPlace(computer)
    }
  }
  private func certainty(_ isThere: Bool, _ provedOn: Int?) -> Certainty {
    !isThere ? .none : provedOn == nil ? .hoped : .proved
  }

  // MARK: The rows

  private var keyWays: [Way] {
    holdings.keys.map { key in
      let itself = has(.key, key.id, at: key.place) && knows(key.pin, of: key.id)
      var found = certainty(itself, key.provedOn)
      if key.saysSynced {
        switch (itself, has(.provider, "synced by \(key.maker ?? "")")) {
        case (true, true): break
        case (false, false): found = .none
        case (true, false), (false, true): found = .hoped
        }
      }
      return Way(record: key.id, certainty: found, opens: key.power == .opens)
    }
  }

  private var cardWays: [Way] {
    holdings.cards.flatMap { card in
      let puk = card.pukAt.map { has(.paper, "puk of \(card.id)", at: $0) } ?? false
      let itself = has(.card, card.id, at: card.place) && (knows(card.pin, of: card.id) || puk)
      let phrase = card.phraseAt.map { has(.paper, "phrase of \(card.id)", at: $0) } ?? false
      return [certainty(itself, card.provedOn), phrase ? .hoped : .none].map {
        Way(record: card.id, certainty: $0, opensCopies: true)
      }
    }
  }

  private var codeWays: [Way] {
    guard let code = holdings.code else { return [] }
    return code.papers.enumerated().map { at, paper in
      let itself = has(.paper, "\(code.record), paper \(at)", at: paper.place)
      return Way(record: code.record, certainty: certainty(itself, paper.provedOn), opensCopies: true)
    }
  }

  private var escrowWays: [Way] {
    let found: [Certainty]
    switch holdings.escrow {
    case .none: found = []
    case .somewhere(let joinedOn):
      let isRecent = joinedOn.map { holdings.today - $0 <= 365 } ?? false
      found = [certainty(has(.provider, "account recovery"), isRecent ? joinedOn : nil)]
    case .known(let plan): found = plan.policies.map { certainty($0, of: plan) }
    }
    return found.map { Way(record: holdings.escrowRecord, certainty: $0, opensCopies: true) }
  }
  private func certainty(_ policy: [Int], of plan: Holdings.Plan) -> Certainty {
    guard !policy.isEmpty, has(.known, "facts") else { return .none }
    func answers(_ provider: Holdings.Plan.Provider) -> Certainty {
      guard has(.provider, provider.name) else { return .none }
      switch provider.trouble {
      case nil: return .proved
      case .silent: return .hoped
      case .gone: return .none
      }
    }
    var found = plan.providers.filter(\.hasDocument).map(answers).max() ?? .none
    for part in policy.map({ plan.parts[$0] }) {
      let reached: Bool
      switch part.method {
      case .question: reached = has(.known, "question")
      case .email, .iban, .video: reached = has(.method, part.method.rawValue)
      case .sms, .post, .totp: reached = has(.method, part.method.rawValue, at: plan.places[part.method])
      }
      found = min(found, answers(plan.providers[part.provider]), certainty(reached, part.provedOn))
    }
    return found
  }

  private var passwordWays: [Way] {
    let isSecondStep = !holdings.cards.isEmpty || holdings.keys.contains(where: \.isHardware)
    guard holdings.hasPassword, !isSecondStep else { return [] }
    return [Way(record: "password", certainty: has(.known, "password") ? .proved : .none, opens: false)]
  }
}
