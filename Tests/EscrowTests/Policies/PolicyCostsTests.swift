import Escrow
import Testing

@Suite struct PolicyCostsTests {
  private static let facts = PolicyFacts(
    methods: [.email, .sms, .totp],
    providers: [
      PolicyWorld.provider(
        "a", [(.email, "EUR:0.5"), (.sms, "EUR:2"), (.totp, "EUR:0")], annual: "EUR:4", upload: "EUR:0.25"),
      PolicyWorld.provider("b", [(.email, "CHF:1"), (.sms, "CHF:1"), (.totp, "CHF:1")], annual: "CHF:3"),
      PolicyWorld.free("c"),
    ])
  private static let policies = [
    PolicyWorld.policy((0, "a"), (1, "b")), PolicyWorld.policy((0, "a"), (2, "c")),
    PolicyWorld.policy((1, "a"), (2, "b")),
  ]
  private static func money(_ texts: String...) -> Money { Money(texts.compactMap { Amount($0) }) }

  @Test("C-36: the costs of sign-up, each year and a recovery are given by currency")
  func costs() {
    let costs = Self.facts.costs(of: Self.policies, years: 2)
    // Documents at a, b and c; truths at a twice, one of them for two policies.
    #expect(costs.yearly == Self.money("EUR:4", "EUR:0.5", "CHF:3"))
    #expect(costs.signUp == Self.money("EUR:9", "CHF:6"))
    #expect(costs.recoveries == [Self.money("EUR:0.5", "CHF:1"), Self.money("EUR:0.5"), Self.money("EUR:2", "CHF:1")])
    #expect(costs.cheapest == 1 && costs.dearest == 2)
    #expect(costs.cheapestRecovery?.text == "0.5 EUR" && costs.dearestRecovery?.text == "1 CHF + 2 EUR")
    #expect(!costs.isFree)
  }

  @Test("C-37: each change of a policy changes the cost shown")
  func live() {
    let before = Self.facts.costs(of: Self.policies)
    let fewer = Self.facts.costs(of: Array(Self.policies.dropLast()))
    #expect(before.yearly == Self.money("EUR:4.5", "CHF:3") && fewer.yearly == Self.money("EUR:4.25", "CHF:3"))
    let moved = Self.facts.costs(of: [PolicyWorld.policy((0, "c"), (1, "b"))])
    #expect(moved.yearly == Self.money("CHF:3") && moved.recoveries == [Self.money("CHF:1")])
    #expect(
      Self.facts.costs(of: Self.policies, documentProviders: [PolicyWorld.url("a"), PolicyWorld.url("a")]).yearly
        == Self.money("EUR:4.5"))
    #expect(Self.facts.costs(of: Self.policies, years: 0).signUp == before.yearly)
  }

  @Test("C-36: free plans are described as free, and an empty plan has no cheapest policy")
  func free() {
    let costs = Self.facts.costs(of: [PolicyWorld.policy((0, "c"), (2, "c"))], years: 5)
    #expect(costs.isFree && costs.signUp.text == "free" && costs.cheapest == 0 && costs.dearest == 0)
    #expect(Self.facts.costs(of: []).cheapest == nil)
  }

  @Test("C-36: a sum too large for an amount keeps its previous value")
  func enormous() {
    let most = "EUR:4503599627370496"
    let facts = PolicyFacts(
      methods: [.sms, .email],
      providers: ["a", "b"].map {
        PolicyWorld.provider($0, [(.sms, most), (.email, most)], annual: most, upload: most)
      })
    let costs = facts.costs(of: facts.suggestion().policies, years: .max)
    #expect(costs.signUp.text == "4503599627370496 EUR" && costs.dearestRecovery?.text == "4503599627370496 EUR")
  }
}
