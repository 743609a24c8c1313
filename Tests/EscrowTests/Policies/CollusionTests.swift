import Escrow
import Testing

@Suite struct CollusionTests {
  private static let facts = PolicyFacts(
    methods: [.email, .sms, .question],
    providers: [
      PolicyWorld.free("a"), PolicyWorld.free("b"), PolicyWorld.free("c"),
      PolicyWorld.free("d", isUsable: false, operatorName: "a"),
    ])
  private static let policies = [
    PolicyWorld.policy((0, "a"), (1, "b")), PolicyWorld.policy((0, "a"), (2, "b")),
    PolicyWorld.policy((1, "b"), (2, "c")),
  ]
  private static func urls(_ names: String...) -> [String] { names.map { PolicyWorld.url($0) } }

  @Test("Colluding providers are found, smallest sets first, with the answers they must guess")
  func collusions() {
    let found = Self.facts.collusions(in: Self.policies, knowing: [PolicyWorld.url("b")])
    #expect(found.map(\.providers) == [Self.urls("a", "b"), Self.urls("b", "c")])
    #expect(found.map(\.policies) == [[0, 1], [2]])
    // The pair that holds a combination without a question does not need an answer.
    #expect(found.map(\.answersToGuess) == [0, 1])
    #expect(found.map(\.knowsAttributes) == [true, true])
    #expect(Self.facts.collusions(in: Self.policies).allSatisfy { !$0.knowsAttributes })
  }

  @Test("Only minimal groups are reported, and one operator with two providers counts as one")
  func smallest() {
    let policies = [
      PolicyWorld.policy((0, "a"), (1, "d")), PolicyWorld.policy((0, "a"), (1, "b"), (2, "c")),
      PolicyWorld.policy((0, "b"), (1, "c")),
    ]
    let found = Self.facts.collusions(in: policies)
    #expect(found.map(\.providers) == [Self.urls("a", "d"), Self.urls("b", "c")])
    #expect(found.first?.operators == ["a"])
    #expect(found.last?.policies == [2])
    #expect(Self.facts.collusions(in: []).isEmpty && Self.facts.collusions(in: [PlannedPolicy([])]).isEmpty)
  }

  @Test("After losses, the remaining combinations and documents are reported")
  func loss() {
    #expect(Self.policies.loss(ofProviders: [PolicyWorld.url("a")]).remaining == [2])
    #expect(Self.policies.loss(ofProviders: [PolicyWorld.url("b")]).remaining == [])
    #expect(Self.policies.loss(methods: [2]).remaining == [0])
    #expect(Self.policies.loss(ofProviders: [PolicyWorld.url("c")], methods: [1]).remaining == [1])
    #expect(Self.policies.indispensableProviders() == Self.urls("b"))
    #expect([0, 1, 2].allSatisfy { Self.policies.loss(methods: [$0]).isRecoverable })
    #expect([0, 1].allSatisfy { ![Self.policies[0]].loss(methods: [$0]).isRecoverable })
    let kept = Self.policies.loss(ofProviders: [PolicyWorld.url("a")], documentProviders: Self.urls("a"))
    #expect(kept.remaining == [2] && !kept.isRecoverable)
    #expect(Self.policies.loss().isRecoverable)
  }
}
