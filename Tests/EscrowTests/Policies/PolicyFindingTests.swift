import Escrow
import Testing

@Suite struct PolicyFindingTests {
  private static let facts = PolicyFacts(
    methods: [.email, .question, .question, .post],
    providers: [
      PolicyWorld.free("a"), PolicyWorld.free("b", [.email, .question]), PolicyWorld.free("silent", isUsable: false),
      PolicyWorld.free("twin", operatorName: "a"),
    ])
  private static func findings(_ policies: PlannedPolicy...) -> [PolicyFinding] { facts.findings(in: policies) }

  @Test("C-35: an edited list is checked; impossible policies are distinguished from unwise ones")
  func findings() {
    #expect(Self.facts.findings(in: []) == [.noPolicy])
    #expect(Self.findings(PlannedPolicy([])) == [.empty(policy: 0)])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (1, "b"))).isEmpty)
    #expect(
      Self.findings(PolicyWorld.policy((9, "a"), (-1, "b"))) == [
        .unknownMethod(policy: 0, challenge: 0), .unknownMethod(policy: 0, challenge: 1),
      ])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (1, "gone"))) == [.unknownProvider(policy: 0, challenge: 1)])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (3, "b"))) == [.notOffered(policy: 0, challenge: 1)])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (1, "silent"))) == [.silentProvider(policy: 0, challenge: 1)])
    #expect(Self.findings(PolicyWorld.policy((1, "a"), (2, "b"))) == [.questionsAlone(policy: 0)])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (1, "twin"))) == [.oneOperator(policy: 0, name: "a")])
    #expect(Self.findings(PolicyWorld.policy((0, "a"), (0, "b"))) == [.methodTwice(policy: 0, method: 0)])
  }

  @Test("C-35: equal and redundant combinations are found in either order")
  func overlaps() {
    let pair = PolicyWorld.policy((0, "a"), (1, "b")), swapped = PolicyWorld.policy((1, "b"), (0, "a"))
    let more = PolicyWorld.policy((0, "a"), (1, "b"), (2, "b"))
    #expect(Self.findings(pair, swapped) == [.duplicate(policy: 1, of: 0)])
    #expect(Self.findings(more, pair) == [.superset(policy: 0, of: 1)])
    #expect(Self.findings(pair, more) == [.superset(policy: 1, of: 0)])
    #expect(Self.findings(pair, PolicyWorld.policy((0, "b"), (1, "a"))).isEmpty)
    #expect(
      PolicyFinding.duplicate(policy: 1, of: 0).isBlocking && !PolicyFinding.superset(policy: 1, of: 0).isBlocking)
    #expect(PolicyFinding.duplicate(policy: 1, of: 0).policy == 1 && PolicyFinding.noPolicy.policy == nil)
  }
}
