@testable import WaysBack

/// Reads the table of docs/WAYS-BACK.md §6 row by row: whether somebody gets in who did some acts. It shares nothing
/// with `OtherSide` but the holdings and the acts' ids.
struct PlainOtherSide {
  let holdings: Holdings
  let did: (Act.Kind, String) -> Bool

  private struct Way { var record: String, isGiven: Bool, opens = true, opensCopies = false }

  /// - Parameter opening: `true` if signing in is not enough.
  func getsIn(opening: Bool) -> Bool {
    if holdings.hasPractice, did(.practice, "practice") { return true }
    for copy in holdings.copies + holdings.spentCopies where has(copy) && did(.older, copy.id) {
      if copy.holds.contains(where: { !stands($0) }) { return true }
    }
    let given = (papers + keys + cards + password + escrow).filter { $0.isGiven && ($0.opens || !opening) }
    guard case .here(let computer) = holdings.site else { return !given.isEmpty }
    return given.contains { way in
      did(.computer, computer)
        || holdings.copies.contains { copy in
          has(copy) && copy.holds.contains(way.record) && (copy.kind == .accounts || way.opensCopies)
        }
    }
  }

  private func stands(_ record: String) -> Bool {
    holdings.keys.contains { $0.id == record } || holdings.cards.contains { $0.id == record }
      || holdings.code?.record == record || (holdings.escrow != .none && holdings.escrowRecord == record)
      || (holdings.hasPassword && record == "password")
  }
  private func has(_ copy: Holdings.Copy) -> Bool {
    guard case .here(let computer) = holdings.site, holdings.inside(copy.place, computer) else {
      return did(.copy, copy.id)
    }
    return did(.copy, copy.id) && did(.computer, computer)
  }

  // MARK: The rows

  private var papers: [Way] {
    guard let code = holdings.code else { return [] }
    return code.papers.indices.map {
      Way(record: code.record, isGiven: did(.paper, "\(code.record), paper \($0)"), opensCopies: true)
    }
  }
  private var keys: [Way] {
    holdings.keys.map { key in
      var isGiven: Bool
      let isComputer = key.place.map { holdings.site == .here($0) } ?? false
      if !key.isHardware, let device = key.place, isComputer || holdings.places[device]?.isDevice == true {
        isGiven = did(isComputer ? .computer : .device, device)
        isGiven = isGiven && (key.pin.map { did(.pin, $0.id) } ?? did(.unlocking, device))
      } else {
        isGiven = did(.key, key.id) && (key.pin.map { did(.pin, $0.id) } ?? did(.secret, key.id))
      }
      if key.saysSynced, did(.cloud, key.maker ?? "") { isGiven = true }
      return Way(record: key.id, isGiven: isGiven, opens: key.power == .opens)
    }
  }
  private var cards: [Way] {
    holdings.cards.map { card in
      let knows = card.pin.map { did(.pin, $0.id) } ?? did(.secret, card.id)
      let puk = card.pukAt != nil && did(.paper, "puk of \(card.id)")
      let itself = did(.card, card.id) && (knows || puk)
      let phrase = card.phraseAt != nil && did(.paper, "phrase of \(card.id)")
      return Way(record: card.id, isGiven: itself || phrase, opensCopies: true)
    }
  }
  private var password: [Way] {
    let isSecondStep = !holdings.cards.isEmpty || holdings.keys.contains(where: \.isHardware)
    let isGiven = holdings.hasPassword && !isSecondStep && did(.password, "password")
    return [Way(record: "password", isGiven: isGiven, opens: false)]
  }
  private var escrow: [Way] {
    guard did(.facts, "facts") else { return [] }
    let isGiven =
      switch holdings.escrow {
      case .none: false
      case .somewhere: did(.providers, "account recovery")
      case .known(let plan):
        plan.providers.contains { $0.hasDocument && answers($0) }
          && plan.policies.contains { policy in !policy.isEmpty && policy.allSatisfy { gives(plan.parts[$0], plan) } }
      }
    return [Way(record: holdings.escrowRecord, isGiven: isGiven, opensCopies: true)]
  }
  /// A provider that is gone answers nobody, and can still act itself.
  private func answers(_ provider: Holdings.Plan.Provider) -> Bool {
    provider.trouble != .gone || did(.provider, provider.name)
  }
  private func gives(_ part: Holdings.Plan.Part, _ plan: Holdings.Plan) -> Bool {
    let provider = plan.providers[part.provider]
    if part.method == .question { return did(.answers, "answers") && answers(provider) }
    return did(.provider, provider.name) || (answers(provider) && did(.reach, part.method.rawValue))
  }
}

extension PlainOtherSide {
  /// How many finds, accounts and providers some acts take. What lies at one place is one find.
  static func somebodies(_ acts: [Act], of holdings: Holdings) -> Int {
    var finds: [String] = []
    for act in acts {
      switch act.kind {
      case .pin, .secret, .unlocking, .password, .facts, .answers: continue
      default: break
      }
      var place = placed(act, in: holdings)
      while let inner = place, let outer = holdings.places[inner]?.at { place = outer }
      let find = place ?? "\(act)"
      if !finds.contains(find) { finds.append(find) }
    }
    return finds.isEmpty ? 1 : finds.count
  }

  private static func placed(_ act: Act, in holdings: Holdings) -> String? {
    let copies = holdings.copies + holdings.spentCopies
    switch act.kind {
    case .key: return holdings.keys.first { $0.id == act.id }?.place
    case .card: return holdings.cards.first { $0.id == act.id }?.place
    case .copy: return copies.first { $0.id == act.id }?.place
    case .device, .computer: return act.id
    case .paper:
      if let card = holdings.cards.first(where: { act.id == "puk of \($0.id)" }) { return card.pukAt }
      if let card = holdings.cards.first(where: { act.id == "phrase of \($0.id)" }) { return card.phraseAt }
      return holdings.code?.papers.enumerated().first { act.id.hasSuffix(" \($0.offset)") }?.element.place
    case .reach:
      guard case .known(let plan) = holdings.escrow, act.id != "email", act.id != "iban" else { return nil }
      return plan.places.first { $0.key.rawValue == act.id }?.value
    default: return nil
    }
  }
}

extension Holdings {
  /// Returns `true` if a place is another one, or lies in it.
  fileprivate func inside(_ place: String?, _ outer: String) -> Bool {
    guard let place else { return false }
    return place == outer || inside(places[place]?.at, outer)
  }
}
