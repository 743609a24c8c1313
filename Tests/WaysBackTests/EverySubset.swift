import Access
import Testing

@testable import WaysBack

/// The plain answers after every loss of an account's things, and what follows from them alone.
struct EverySubset {
  let holdings: Holdings
  let things: [Thing]
  let host: Things
  /// All losses, with the answer to each at its own number.
  let losses: [Things]
  private let answers: [PlainReading.Answer]

  private struct Name: Hashable { var kind: Thing.Kind, id: String }

  init(_ picture: Picture) {
    holdings = picture.holdings; things = picture.things; host = picture.host
    var numbers: [Name: Int] = [:]
    for (number, thing) in picture.things.enumerated() { numbers[Name(kind: thing.kind, id: thing.id)] = number }
    losses = (0..<UInt64(1) << UInt64(picture.things.count)).map(Things.init(bits:))
    answers = losses.map { lost in
      PlainReading(holdings: picture.holdings) { kind, id in
        guard let number = numbers[Name(kind: kind, id: id)] else {
          Issue.record("\(kind) \(id) is no thing of the picture")
          return false
        }
        return lost.contains(number)
      }.answer
    }
  }

  subscript(lost: Things) -> PlainReading.Answer { answers[Int(lost.bits)] }

  func left(after lost: Things) -> Left {
    let answer = self[lost]
    if min(answer.open, answer.signIn) == .proved { return .in }
    if min(answer.open, answer.signIn) == .hoped { return .hopedIn }
    return answer.open > .none ? .noAccount : answer.signIn > .none ? .noData : .out
  }

  /// The losses of a number of things, without the host unless it counts.
  func losses(of size: Int, withHost: Bool = false) -> [Things] {
    losses.filter { $0.count == size && (withHost || !$0.meets(host)) }
  }
  /// The smallest losses after which a goal is not reached by what was tried, if they have at most three things.
  func smallestLosses(_ goal: Goal, _ counting: PlainReading.Certainty = .proved) -> [Things] {
    for size in 0...3 {
      let found = losses(of: size).filter { self[$0].certainty(goal) < counting }
      if !found.isEmpty { return found }
    }
    return []
  }
  func names(_ set: Things) -> [String] { set.numbers.map { things[$0].nameInSentence.english } }

  /// Something that opens the journal, and was tried at any time.
  var hasTriedAnything: Bool {
    let escrow =
      switch holdings.escrow {
      case .none: false
      case .somewhere(let day): day != nil
      case .known(let plan): plan.parts.contains { $0.provedOn != nil }
      }
    return escrow || holdings.keys.contains { $0.power == .needsRewrap || ($0.power == .opens && $0.provedOn != nil) }
      || holdings.cards.contains { $0.provedOn != nil } || holdings.code?.papers.contains { $0.provedOn != nil } == true
  }
}

extension EverySubset {
  /// Returns `true` if a headline's sentence is true.
  func isTrue(_ sentence: String) -> Bool {
    if let claim = sentence.between("", " ends the account.") {
      let parts = claim.split(separator: " Losing ", maxSplits: 1).map(String.init)
      let ends = losses(of: 1).filter { self[$0].signIn < .proved }
      return parts.count == 2 && parts[1] == choice(ends) && isTrueOfJournal(parts[0])
    }
    if sentence.hasPrefix("One loss ") { return self[.none].open == .proved && sentence == oneLoss }
    if let condition = sentence.between("No single thing locks you out, as long as no two ", ".") {
      return survives(1, signsIn: true) && hasReason(for: condition)
    }
    return isTrueAsWritten(sentence)
  }

  private func isTrueAsWritten(_ sentence: String) -> Bool {
    switch sentence {
    case "You have no journal yet.": self[.none].open == .none && !holdings.hasJournal
    case "Nothing that you have opens your journal any more.": self[.none].open == .none && holdings.hasJournal
    case "You have what you need, and none of it was seen to open your journal yet. Try one thing today.":
      self[.none].open == .hoped && !hasTriedAnything
    case "You have what you need, but too little of it was tried lately. Try one thing today.":
      self[.none].open == .hoped && hasTriedAnything
    case "No single loss locks you out.": survivesWithHost(1)
    case "You can lose any two things and still come back.": survivesWithHost(2)
    case "You can lose any three things and still come back.": survivesWithHost(3)
    case "No single loss of yours locks you out while host stands.": survives(1, signsIn: true)
    case "You can lose any two things of yours and still come back while host stands.": survives(2, signsIn: true)
    case "You can lose any three things of yours and still come back while host stands.": survives(3, signsIn: true)
    default: false
    }
  }

  private func isTrueOfJournal(_ claim: String) -> Bool {
    if let condition = claim.between("No single thing closes your journal, as long as no two ", ".") {
      return survives(1, signsIn: false) && hasReason(for: condition)
    }
    switch claim {
    case "No single loss closes your journal.": return survives(1, withHost: true, signsIn: false)
    case "No single loss of yours closes your journal while host stands.": return survives(1, signsIn: false)
    default: return false
    }
  }

  /// The journal opens even if the host is among the losses. While it stands, something also signs in.
  private func survivesWithHost(_ size: Int) -> Bool {
    survives(size, withHost: true, signsIn: false) && survives(size, signsIn: true)
  }
  /// Returns `true` if the journal opens after each loss of a size and, if it should, something signs in too.
  func survives(_ size: Int, withHost: Bool = false, signsIn: Bool) -> Bool {
    losses(of: size, withHost: withHost).allSatisfy {
      self[$0].open == .proved && (!signsIn || self[$0].signIn == .proved)
    }
  }
  /// What is said of the single losses that close the journal. Each is named once: by whether something tried still
  /// signs in, and by whether something untried may open the journal and sign in.
  private var oneLoss: String {
    let closing = losses(of: 1).filter { self[$0].open < .proved }
    func named(_ words: String, signsIn: Bool, mayComeBack: Bool) -> String? {
      let meant = closing.filter { lost in
        let answer = self[lost]
        return (answer.signIn == .proved) == signsIn && (answer.open > .none && answer.signIn > .none) == mayComeBack
      }
      return meant.isEmpty ? nil : "One loss \(words): \(choice(meant))."
    }
    return [
      named("locks you out", signsIn: false, mayComeBack: false),
      named("closes your journal", signsIn: true, mayComeBack: false),
      named("may lock you out", signsIn: false, mayComeBack: true),
      named("may close your journal", signsIn: true, mayComeBack: true),
    ].compactMap(\.self).joined(separator: " ")
  }
  /// A condition is only said about what nobody said.
  private func hasReason(for condition: String) -> Bool {
    let places = things.contains { [.key, .card, .paper, .copy, .device, .method, .provider].contains($0.kind) }
    let pins = things.contains { $0.kind == .pin && $0.id.hasPrefix("of ") }
    switch condition {
    case "of them lie in one place": return places
    case "share a PIN": return pins
    case "of them lie in one place or share a PIN": return places && pins
    default: return false
    }
  }
  private func choice(_ losses: [Things]) -> String {
    let all = losses.flatMap(names)
    return all.count < 2 ? all.joined() : all.dropLast().joined(separator: ", ") + " or " + all[all.count - 1]
  }
}

extension String {
  /// Returns what is between a beginning and an end; `nil` if the text does not have both.
  fileprivate func between(_ beginning: String, _ end: String) -> String? {
    guard hasPrefix(beginning), hasSuffix(end), count >= beginning.count + end.count else { return nil }
    return String(dropFirst(beginning.count).dropLast(end.count))
  }
}
