import Foundation
import Testing

@testable import Escrow

@Suite struct PolicySuggestionTests {
  private static let three = ["a", "b", "c"].map { PolicyWorld.free($0) }
  private static let kinds: [MethodType] = [.email, .sms, .totp, .post, .iban, .question]

  @Test(
    "C-33: all of two methods suffice, all but one of three or four, and fewer of more",
    arguments: [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (9, 4)])
  func required(count: Int, needed: Int) {
    let methods = (0..<count).map { Self.kinds[$0 % 5] }
    let policies = PolicyFacts(methods: methods, providers: Self.three).suggestion().policies
    #expect(policies.allSatisfy { $0.methods.count == needed && $0.challenges.count == needed })
    #expect(Set(policies.map(\.methods)).count == policies.count)
    // All combinations of this size, each once and in order.
    #expect(
      policies.map { $0.challenges.map(\.method) } == PolicyFacts.subsets(of: count, choosing: needed, limit: 1000))
    #expect(policies.allSatisfy { $0.providers.count >= 2 })
    #expect(Set(policies.flatMap(\.providers)).count == min(3, count))
  }

  @Test("C-33: subsets are returned in order, each once, and at most as many as requested")
  func subsets() {
    #expect(PolicyFacts.subsets(of: 4, choosing: 3, limit: 9) == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])
    #expect(PolicyFacts.subsets(of: 12, choosing: 4, limit: 200).count == 200)
    #expect(PolicyFacts.subsets(of: 12, choosing: 4, limit: 1000).count == 495)
    #expect(PolicyFacts.subsets(of: 1, choosing: 2, limit: 9).isEmpty)
  }

  @Test("C-34: the widest spread is suggested, then the cheapest, in any order of providers")
  func cost() {
    let providers = [
      PolicyWorld.provider("dear", [(.email, "EUR:2"), (.sms, "EUR:2")]),
      PolicyWorld.provider("middle", [(.email, "EUR:1"), (.sms, "EUR:1.5")]),
      PolicyWorld.provider("cheap", [(.email, "EUR:0.1"), (.sms, "EUR:1")], upload: "EUR:0.1"),
    ]
    for order in [providers, providers.reversed(), [providers[1], providers[2], providers[0]]] {
      let suggestion = PolicyFacts(methods: [.email, .sms], providers: order).suggestion()
      // Both at the cheap one would cost less, but would depend on a single operator.
      #expect(suggestion.policies == [PolicyWorld.policy((0, "cheap"), (1, "middle"))])
    }
  }

  @Test("C-34: the fee for storing a truth counts once for all policies that share it")
  func sharedTruths() {
    let providers = ["a", "b", "c"].map { PolicyWorld.provider($0, Self.kinds.map { ($0, "EUR:0") }, upload: "EUR:1") }
    let policies = PolicyFacts(methods: [.email, .sms, .totp], providers: providers).suggestion().policies
    #expect(policies.count == 3 && policies.allSatisfy { $0.providers.count == 2 })
    #expect(policies.distinctChallenges.count == 3)
    #expect(Set(policies.distinctProviders).count == 3)
  }

  @Test("C-34: with several currencies each has a vote, and none is converted into another")
  func currencies() {
    let providers = [
      PolicyWorld.provider("euros", [(.email, "EUR:1"), (.sms, "EUR:9")]),
      PolicyWorld.provider("francs", [(.email, "CHF:1"), (.sms, "CHF:1")]),
      PolicyWorld.provider("both", [(.email, "EUR:0"), (.sms, "EUR:9")], upload: "CHF:0"),
    ]
    let policies = PolicyFacts(methods: [.email, .sms], providers: providers).suggestion().policies
    #expect(policies == [PolicyWorld.policy((0, "both"), (1, "francs"))])
  }

  @Test("C-33 C-34: combinations of only questions are never suggested")
  func questions() {
    let alone = PolicyFacts(
      methods: [.question, .question, .question], providers: Self.three + [PolicyWorld.free("d", [.sms, .question])])
    #expect(alone.suggestion() == .none(.questionsAlone(helpful: [.email, .sms, .post, .iban, .totp, .video])))
    let mixed = PolicyFacts(methods: [.question, .question, .email], providers: Self.three).suggestion().policies
    #expect(mixed.map(\.methods) == [[0, 2], [1, 2]])
  }

  @Test("C-34: a single operator is never suggested alone, however many providers it runs")
  func operators() {
    let chain = [PolicyWorld.free("a", operatorName: "One"), PolicyWorld.free("b", operatorName: "One")]
    let silent = PolicyWorld.free("c", isUsable: false)
    let alone = PolicyFacts(methods: [.email, .sms], providers: chain + [silent]).suggestion()
    #expect(alone == .none(.oneOperator(name: "One", silent: [PolicyWorld.url("c")])))
    let two = PolicyFacts(methods: [.email, .sms], providers: chain + [PolicyWorld.free("c", [.sms])]).suggestion()
      .policies
    #expect(two == [PolicyWorld.policy((0, "a"), (1, "c"))])
    // A wider spread over operators takes precedence over one over providers.
    let three = PolicyFacts(
      methods: [.email, .sms, .totp, .post], providers: chain + [PolicyWorld.free("c"), PolicyWorld.free("d")])
    let widest = three.suggestion().policies.map { three.operators(of: $0) }
    #expect(widest.allSatisfy { $0.count >= 2 } && widest.contains { $0.count == 3 })
  }

  @Test(
    "C-34: whichever provider vanishes, a way without it remains, spread as wide as possible",
    arguments: [(3, 3), (4, 3), (4, 4), (6, 3), (7, 5)])
  func vanished(methods: Int, providers: Int) {
    let names = ["a", "b", "c", "d", "e"].prefix(providers)
    let facts = PolicyFacts(
      methods: (0..<methods).map { Self.kinds[$0 % 5] }, providers: names.map { PolicyWorld.free($0) })
    let policies = facts.suggestion().policies
    #expect(policies.indispensableProviders().isEmpty)
    #expect(policies.distinctProviders.count == min(providers, methods))
    // With more providers than methods in a policy, no policy is narrowed for it.
    if providers > PolicyFacts.required(of: methods) {
      #expect(policies.allSatisfy { $0.providers.count == $0.challenges.count })
    } else {
      #expect(policies.contains { $0.providers.count == min(providers, $0.challenges.count) })
    }
  }

  @Test("C-34: if an operator vanishes with both of its providers, a way without it remains")
  func operatorVanished() {
    let providers = [
      PolicyWorld.free("a", operatorName: "One"), PolicyWorld.free("b", operatorName: "One"), PolicyWorld.free("c"),
      PolicyWorld.free("d"),
    ]
    let policies = PolicyFacts(methods: [.email, .sms, .totp, .post], providers: providers).suggestion().policies
    #expect(policies.loss(ofProviders: [PolicyWorld.url("a"), PolicyWorld.url("b")]).isRecoverable)
  }

  @Test("C-34: only an operator required by every combination is in all of them")
  func indispensable() {
    let providers = [PolicyWorld.free("a"), PolicyWorld.free("b"), PolicyWorld.free("c")]
    let one = PolicyFacts(methods: [.email, .sms], providers: providers).suggestion().policies
    #expect(one.indispensableProviders().count == 2)
    let only = PolicyFacts(
      methods: [.question, .question, .email],
      providers: [
        PolicyWorld.free("a", [.question]), PolicyWorld.free("b", [.question]), PolicyWorld.free("c", [.email]),
      ])
    #expect(only.suggestion().policies.indispensableProviders() == [PolicyWorld.url("c")])
  }

  @Test("C-33: if nothing can be suggested, the reason and possible help are given")
  func obstacles() {
    let silent = PolicyWorld.free("s", [.post], isUsable: false)
    let cases: [(PolicyFacts, PolicyObstacle)] = [
      (
        PolicyFacts(methods: [], providers: [PolicyWorld.free("a", [.sms, .question])]),
        .tooFewMethods(have: 0, helpful: [.sms])
      ),
      (
        PolicyFacts(methods: [.email], providers: Self.three),
        .tooFewMethods(have: 1, helpful: [.email, .sms, .post, .iban, .totp, .video])
      ),
      (PolicyFacts(methods: [.email, .sms], providers: []), .noProvider(silent: [])),
      (PolicyFacts(methods: [.email, .sms], providers: [silent]), .noProvider(silent: [PolicyWorld.url("s")])),
      (
        PolicyFacts(methods: [.email, .post], providers: [PolicyWorld.free("a", [.email]), silent]),
        .notOffered(methods: [1], silent: [PolicyWorld.url("s")])
      ),
    ]
    for (facts, obstacle) in cases {
      #expect(facts.suggestion() == .none(obstacle))
      #expect(!obstacle.sentence.isEmpty)
    }
    #expect(
      PolicyFacts(methods: [.email, .sms], providers: [PolicyProvider(url: "https://x/", configuration: nil)])
        .suggestion()
        == .none(.noProvider(silent: ["https://x/"])))
  }

  @Test("C-33 C-34: many methods and providers yield the same policies each time, with bounded work")
  func bounded() {
    let providers = (0..<9).map { index in
      PolicyWorld.provider("p\(index)", Self.kinds.map { ($0, "EUR:\(index * 7 % 5)") }, upload: "CHF:\(index % 3)")
    }
    let facts = PolicyFacts(methods: (0..<8).map { Self.kinds[$0 % 6] }, providers: providers)
    let once = facts.suggestion()
    #expect(once == facts.suggestion())
    #expect(once.policies.count <= PolicyFacts.mostSubsets && !once.policies.isEmpty)
    #expect(once.policies.allSatisfy { $0.providers.count >= 3 })
    #expect(facts.findings(in: once.policies).isEmpty)
  }

  @Test("C-33: four methods and three providers yield the same combinations as another client")
  func foreign() throws {
    struct Reducer: Decodable {
      struct Method: Decodable { var type: MethodType }
      var authentication_methods: [Method]
      var policies: [PlannedPolicy]
    }
    for (name, isReversed) in [("ts-backup-golden.json", false), ("c-backup-finished.json", true)] {
      guard let file = try Vectors.read("reducer-states/\(name)") else {
        print("LATCHSTRING_VECTORS is not set: foreign clients' policies are not compared")
        return
      }
      let state = try JSONDecoder().decode(Reducer.self, from: file)
      let providers = state.policies.distinctProviders.sorted().map { url in
        PolicyProvider(
          url: url,
          configuration: PolicyWorld.free(url).configuration.map { configuration in
            var offering = configuration
            offering.methods = Set(state.authentication_methods.map(\.type)).map {
              ProviderConfiguration.Method($0, cost: Amount("EUR:0")!)
            }
            return offering
          })
      }
      let facts = PolicyFacts(methods: state.authentication_methods.map(\.type), providers: providers)
      let own = facts.suggestion().policies,
        theirs: [PlannedPolicy] = isReversed ? state.policies.reversed() : state.policies
      #expect(own.map(\.methods) == theirs.map(\.methods))
      #expect(own.indispensableProviders().isEmpty)
    }
  }
}
