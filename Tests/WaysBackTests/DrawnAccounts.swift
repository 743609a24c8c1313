import Sentences
import SeededNumbers

@testable import WaysBack

/// Draws accounts, the same in every run.
struct DrawnAccounts: Sequence, IteratorProtocol {
  private var numbers: SeededNumbers
  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  static let places = ["bag", "home", "office"]

  mutating func next() -> Holdings? {
    let site: Holdings.Site = one(of: [.hosted("host"), .here("computer")])
    var holdings = Holdings(site: site, today: Somebody.today)
    holdings.keys = (0..<below(4)).map { key($0) }
    holdings.cards = (0..<below(2)).map { at in
      Holdings.Card(
        id: "card \(at)", "card", provedOn: maybe(day()), pin: pin(), at: place(), pukAt: place(), phraseAt: place())
    }
    if below(2) == 0 {
      let papers = (0...below(2)).map { _ in Holdings.Code.Paper(at: place(), provedOn: maybe(day())) }
      holdings.code = Holdings.Code(kit: 1, record: "code", papers)
    }
    holdings.hasPassword = below(2) == 0
    holdings.places = [
      "computer": .init("computer", isDevice: true, at: place()), "phone": .init("phone", isDevice: true, at: "bag"),
      "office": .init("office", at: one(of: [nil, nil, "home"])),
    ]
    switch below(4) {
    case 0: holdings.escrow = .somewhere(joinedOn: maybe(day()))
    case 1: holdings.escrow = .known(plan())
    default: break
    }
    if below(3) == 0 {
      let holds: Set<String> = one(of: [["code"], holdings.records, ["code", "escrow"], ["an older code"]])
      let kind: Holdings.Copy.Kind = site == .here("computer") ? one(of: [.journal, .accounts]) : .journal
      holdings.copies = [.init(id: "copy", kind, holds: holds, readOn: maybe(day()), at: place())]
    }
    return holdings
  }

  private mutating func key(_ at: Int) -> Holdings.Key {
    let power: Holdings.Key.Power = one(of: [.opens, .opens, .signsIn, .needsRewrap])
    let place = one(of: [place(), "computer", "phone"])
    return Holdings.Key(
      id: "key \(at)", Sentence(verbatim: ["key", "key", "other"][at]), power, provedOn: maybe(day()), pin: pin(),
      saysSynced: below(5) == 0, by: one(of: [nil, "Maker"]), isHardware: below(2) == 0, at: place)
  }

  /// One of each that differs from another: a face is like a bank account.
  private static let methods: [Holdings.Plan.Method] = [.question, .email, .sms, .post, .iban, .totp]

  private mutating func plan() -> Holdings.Plan {
    let providers = (0...below(3)).map { at in
      Holdings.Plan.Provider(
        ["A", "B", "C"][at], one(of: [nil, nil, nil, .silent, .gone]), hasDocument: below(4) > 0)
    }
    let parts = (0...below(3)).map { _ in
      Holdings.Plan.Part(
        one(of: Self.methods), below(providers.count), provedOn: maybe(day()))
    }
    let policies = (0...below(2)).map { _ in parts.indices.filter { _ in below(2) == 0 } }
    return Holdings.Plan(providers, parts, policies, at: [.sms: "phone", .post: one(of: Self.places)])
  }

  // MARK: Numbers

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }
  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
  private mutating func maybe<Value>(_ value: Value) -> Value? { below(3) == 0 ? nil : value }
  private mutating func day() -> Int { Somebody.today - below(500) }
  private mutating func place() -> String? { maybe(one(of: Self.places)) }
  private mutating func pin() -> Holdings.PIN? {
    one(of: [nil, .init(id: "1", "one PIN"), .init(id: "\(below(100)) own", "a PIN of its own")])
  }
}
