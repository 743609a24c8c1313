import Vocabulary
import HandsProtocol
import Sentences
import Testing

@testable import Flows

/// The sufficient ways, and their cost.
@Suite struct PolicyReviewTests {
  private static let methods = [EscrowMethodFacts.email, .question, .letter]
  private func reviewing(
    _ methods: [EscrowMethodFacts] = methods, _ providers: [EscrowProviderFacts] = Provided.three,
    _ plan: EscrowPlan? = nil
  ) -> Walk<PolicyReview> { Walk(PolicyReview.State(methods, providers, plan)) }

  @Test("C-32 C-33 C-34: any 2 of 3 methods at different providers are suggested for acceptance")
  func suggestion() throws {
    var walk = reviewing()
    #expect(walk.screen.heading?.text == "Review recovery policy" && walk.says.first == "This gets you back in.")
    #expect(
      walk.wayNames == ["Any 2 of these 3"]
        && walk.ways == [
          ["E-mail at harbor.example", "Security question at mill.example", "Postal letter at north.example"]
        ])
    #expect(
      walk.details.prefix(3) == [
        "E-mail and Security question", "E-mail and Postal letter", "Security question and Postal letter",
      ],
      "what a numbered way is, is said where it is edited")
    #expect(walk.facts.contains { $0.hasPrefix("Who could open it together: ") && $0.contains(" and ") })
    try walk.press("Continue")
    guard case .planned(let plan)? = walk.output else { return #expect(Bool(false)) }
    #expect(plan.policies.count == 3 && plan.years == 1)
  }
  @Test("C-32 C-38: ways that are not alike are listed, and alike ones are named together") func notAlike() throws {
    var walk = reviewing()
    try walk.press("Edit way 1"); try walk.press("E-mail"); try walk.press("mill.example"); try walk.press("Done")
    #expect(walk.wayNames == ["Way 1", "Way 2", "Way 3"] && walk.says.first == "Any one of these gets you back in.")
    #expect(walk.details.isEmpty)
    var more = reviewing()
    try more.press("Add a way")
    for kind in ["E-mail", "Security question", "Postal letter"] {
      try more.press("Add a method to this way"); try more.press(kind); try more.press("mill.example")
    }
    try more.press("Done")
    #expect(more.wayNames == ["Way 1, Way 2 and Way 3: any 2 of these 3", "Way 4"])
  }
  @Test("C-11: from the review, methods can be added or removed") func changeMethods() throws {
    var walk = reviewing()
    try walk.press("Add or remove a method")
    #expect(walk.output == .back)
  }
  @Test("G-34: practice providers are suggested only if the others are not enough") func practiceAside() {
    var providers = Provided.three
    providers[0].isPractice = true
    #expect(reviewing([.email, .question], providers).ways.joined().allSatisfy { !$0.contains("practice") })
    providers[1].isPractice = true
    #expect(reviewing([.email, .question], providers).ways.joined().contains { $0.contains("practice") })
  }
  @Test("C-34: a provider required by every way is named, but not if a way without it remains") func vanishing() {
    let named = Copy.vanishing(["harbor.example", "mill.example"].map { Sentence(verbatim: $0) })
    #expect(
      named.text.hasPrefix(
        "Every way needs harbor.example and mill.example. If one of them vanishes, you can't get back in."))
    #expect(reviewing([.email, .question]).screen.blocks.contains(.banner(named, .warning)))
    #expect(!reviewing().screen.blocks.contains { if case .banner(_, .warning) = $0 { true } else { false } })
  }
  @Test("C-14 C-35 C-38: a way can be added, filled, changed and, after confirmation, deleted") func edit() throws {
    var walk = reviewing([.email, .question])
    #expect(walk.ways.count == 1)
    try walk.press("Edit way 1")
    try walk.press("E-mail")
    #expect(walk.labels.prefix(3) == ["harbor.example", "mill.example", "north.example"])
    try walk.press("north.example")
    #expect(walk.details.contains("At north.example. Press to change it."))
    try walk.press("Done")
    #expect(walk.ways[0].contains("E-mail at north.example"))
    try walk.press("Add a way"); try walk.press("Add a method to this way"); try walk.press("E-mail");
    try walk.press("harbor.example")
    try walk.press("Add a method to this way"); try walk.press("Security question"); try walk.press("mill.example");
    try walk.press("Done")
    #expect(
      walk.ways.count == 2 && walk.ways[1].contains("E-mail at harbor.example"), "one method at two providers (C-35)")
    try walk.press("Edit way 2"); try walk.press("E-mail"); try walk.press("Take it out of this way");
    try walk.press("Done")
    #expect(walk.ways[1].count == 1)
    try walk.press("Edit way 2"); try walk.press("Delete this way")
    #expect(walk.screen.sheet?.title.text == "Delete way 2?")
    try walk.press("Keep it"); try walk.press("Delete this way"); try walk.press("Delete this way")
    #expect(walk.ways.count == 1)
  }
  @Test("C-36 C-37: the cost is shown from here on, in every currency, and follows each change") func cost() throws {
    let providers = [
      EscrowProviderFacts.some("harbor", year: "EUR:1", use: "EUR:0.5"), .some("mill", year: "CHF:2"), .some("north"),
    ]
    var walk = reviewing([.email, .question], providers, EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1))
    #expect(
      walk.costs == [
        "Every year: 2.00 CHF + €1.00", "To recover, at most: €0.50", "To recover, at least: €0.50",
        "Due now, for one year: 2.00 CHF + €1.00",
      ])
    try walk.press("Keep it one year longer")
    #expect(walk.costs.last == "Due now, for 2 years: 4.00 CHF + €2.00")
    try walk.press("Edit way 1"); try walk.press("Security question"); try walk.press("north.example")
    #expect(walk.costs.first == "Every year: €1.00", "also while it is edited")
    try walk.press("E-mail"); try walk.press("mill.example")
    try walk.press("Done")
    #expect(walk.costs.first == "Every year: 2.00 CHF")
  }
  @Test("C-32: only questions, or only one operator, are not enough, and the screen says why")
  func notAllowed() throws {
    let questions = [EscrowMethodFacts(1, .question), EscrowMethodFacts(2, .question)]
    var walk = reviewing(questions, Provided.three, EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1))
    #expect(walk.banners.first?.hasPrefix("Way 1 takes only questions") == true && !walk.labels.contains("Continue"))
    walk = reviewing([.email, .question], Provided.three, EscrowPlan([.some((1, "harbor"), (2, "harbor"))], years: 1))
    #expect(
      walk.banners.first?.hasPrefix("Way 1 lies with harbor.example alone") == true && !walk.labels.contains("Continue")
    )
    walk = reviewing([.email])
    #expect(walk.banners == ["Add one more way to show that it is you. One alone would open everything."])
  }
  @Test("C-38: a duplicate way is left out") func twice() throws {
    var walk = reviewing(
      [.email, .question], Provided.three, EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1))
    try walk.press("Add a way"); try walk.press("Add a method to this way"); try walk.press("E-mail");
    try walk.press("harbor.example")
    try walk.press("Add a method to this way"); try walk.press("Security question"); try walk.press("mill.example");
    try walk.press("Done")
    #expect(walk.ways.count == 1 && walk.banners.contains("You have that way already, so it was left out."))
  }
  @Test("G-34: practice providers are labelled as practice") func practice() {
    let providers = ["harbor", "mill"].map { EscrowProviderFacts.some($0, practice: true) }
    #expect(reviewing([.email, .question], providers).banners.contains { $0.hasPrefix("This is practice") })
    #expect(!reviewing().banners.contains { $0.contains("practice") })
  }
  @Test("an earlier plan is kept unless the methods have changed") func resumed() {
    let plan = EscrowPlan([.some((1, "north"), (2, "mill"))], years: 3)
    #expect(
      reviewing([.email, .question], Provided.three, plan).ways == [
        ["E-mail at north.example", "Security question at mill.example"]
      ])
    #expect(
      reviewing([.email, .letter], Provided.three, plan).ways.joined().contains { $0.hasPrefix("Postal letter") })
  }
}
