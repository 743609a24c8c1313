import Foundation
import Testing

@testable import WaysBack

@Suite("when providers should be asked, and parts tried, again") struct EscrowTrialTests {
  private let today = Somebody.today

  private func trials(_ change: (inout Holdings.Plan) -> Void) -> [EscrowTrial] {
    var plan = Somebody.plan
    for at in plan.providers.indices { plan.providers[at].answeredOn = today }
    change(&plan)
    return plan.trials
  }
  private func standing(_ trials: [EscrowTrial], _ thing: EscrowTrial.Thing) throws -> Trial.Standing {
    try #require(trials.first { $0.thing == thing }).standing(today: today)
  }

  @Test("a provider is due 91 days after its last answer, and one that never answered is said to be so")
  func provider() throws {
    let all = trials {
      $0.providers[0].answeredOn = today - 90
      $0.providers[1].answeredOn = today - 91
      $0.providers[2].answeredOn = nil
    }
    #expect(try standing(all, .provider(0)) == .fresh(until: today + 1))
    #expect(try standing(all, .provider(1)) == .due(since: today))
    #expect(try standing(all, .provider(2)) == .never)
  }

  @Test("a provider that keeps its parts for 60 more days is due, whenever it last answered") func end() throws {
    let all = trials {
      $0.providers[0].paidUntil = today + 60
      $0.providers[1].paidUntil = today + 61
    }
    #expect(try standing(all, .provider(0)) == .due(since: today))
    #expect(all[0].endsSoon(today: today) && !all[1].endsSoon(today: today) && !all[2].endsSoon(today: today))
    #expect(try standing(all, .provider(1)) == .fresh(until: today + 1))
  }

  @Test("a part is due a year after it was given back, and what takes days is never asked for") func part() throws {
    let all = trials {
      $0.parts[0].provedOn = today - 365
      $0.parts[1].provedOn = today - 364
    }
    #expect(try standing(all, .part(0)) == .due(since: today))
    #expect(try standing(all, .part(1)) == .fresh(until: today + 1))
    #expect(!all.contains { $0.thing == .part(2) }, "a letter")
  }

  @Test("a trial is named by what answers, and by the provider that it answers to") func names() throws {
    #expect(
      Somebody.plan.trials.map { Somebody.plan.name(of: $0).english } == [
        "A", "B", "C", "Your e-mail, at A", "Your answers, at B",
      ])
  }

  /// The same file is held against the page's twin in BrowserTests.
  @Test("60 plans: what is due is as the vectors say that escrow-plan.js is checked against") func vectors() throws {
    struct Case: Decodable {
      struct Provider: Decodable { var name: String, answeredOn: Int?, paidUntil: Int? }
      struct Part: Decodable { var method: String, provider: Int, provedOn: Int? }
      struct Due: Decodable, Equatable { var kind: String, number: Int, `is`: String, day: Int?, endsSoon: Bool }
      var today: Int, providers: [Provider], parts: [Part], trials: [Due]
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/escrow-trials.json")
    let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(cases.count == 60)
    for (at, one) in cases.enumerated() {
      let plan = Holdings.Plan(
        one.providers.map { .init($0.name, answeredOn: $0.answeredOn, paidUntil: $0.paidUntil) },
        try one.parts.map {
          .init(try #require(.init(rawValue: $0.method)), $0.provider, provedOn: $0.provedOn)
        }, [])
      let found = plan.trials.map { trial in
        let (kind, number) = trial.thing.named, (name, day) = trial.standing(today: one.today).named
        return Case.Due(
          kind: kind, number: number, is: name, day: day, endsSoon: trial.endsSoon(today: one.today))
      }
      #expect(found == one.trials, "plan \(at)")
    }
  }
}

extension EscrowTrial.Thing {
  fileprivate var named: (String, Int) {
    switch self {
    case .provider(let number): ("provider", number)
    case .part(let number): ("part", number)
    }
  }
}

extension Trial.Standing {
  fileprivate var named: (String, Int?) {
    switch self {
    case .never: ("never", nil)
    case .due(let since): ("due", since)
    case .fresh(let until): ("fresh", until)
    }
  }
}
