import FlowKit
import HandsProtocol
import Model
import Testing

@testable import Flows

/// From "Set up account recovery?" to a way in that providers keep in parts.
@Suite struct EscrowSetUpTests {
  @Test("C-05 G-34: without a way in that was proved it says what comes first") func tooEarly() throws {
    let early = [
      Standing(), Standing(keys: [HeldKey(.yellow, "", nil, opens: false)]), Standing(keys: [HeldKey(.yellow, "", .primary, opens: true)]),
    ]
    for standing in early {
      var walk = Walk<EscrowSetUp>(.init())
      try walk.server(.account(.stock(standing)))
      #expect(walk.says.first?.hasPrefix("First add a hardware key or save a recovery code.") == true)
      #expect(walk.buttons == ["Add a hardware key", "Cancel"])
      try walk.press("Add a hardware key")
      #expect(walk.output?.leadsTo == .enrollment)
    }
    var coded = Walk<EscrowSetUp>(.init())
    try coded.server(.account(.stock(Standing(hasMasterKey: true, hasCode: true))))
    #expect(coded.says.first == "Set up account recovery?")
  }
  @Test("C-03 C-07 C-08 C-09: the decision; yes leads to identification, no back to where one came from") func decision() throws {
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.stock(.withKey)))
    #expect(walk.screen.title?.text == "Account recovery" && walk.says.first == "Set up account recovery?")
    #expect(walk.says.last?.contains("people whom you choose can let you back in together") == true)
    #expect(walk.buttons == ["Set it up", "Not now"])
    var no = walk
    try no.press("Not now")
    #expect(no.output?.leadsTo == .origin)
    try walk.press("Set it up"); try walk.escrow(.nothingLeft)
    #expect(walk.screen.heading?.text == "Provide identification")
  }
  @Test("C-10 C-13 C-15 C-39: identification, methods, review; where nothing is to be paid it says so and is not asked") func free() throws {
    var walk = try Walk<EscrowSetUp>.begun()
    try walk.identify()
    #expect(walk.askedEscrow == .contact(.backup, []) && walk.screen.heading?.text == "Select authentication methods")
    walk = try .reviewing()
    #expect(walk.screen.heading?.text == "Review recovery policy")
    let step = try walk.press("Continue")
    guard case .escrow(.upload(let plan))? = step.start.map(\.work).first else { return #expect(Bool(false), "\(step.start)") }
    #expect(plan.policies.count == 1 && walk.costs == ["Cost: No cost"])
  }
  @Test("C-15 C-39: what costs something is confirmed first, paid with a wallet, and the upload repeated") func paid() throws {
    var walk = try Walk<EscrowSetUp>.reviewing([.some("harbor", year: "EUR:2.5"), .some("mill")])
    try walk.press("Continue")
    #expect(walk.askedEscrow == nil && walk.costs.contains("Due now, for one year: €2.50"))
    #expect(walk.facts == ["harbor.example: €2.50 for the plan of the ways"], "what each part of the price is for")
    try walk.press("Confirm payment of €2.50"); try walk.escrow(.due([.fee]))
    #expect(walk.screen.blocks.contains(.payment(.fee, amount: .price("EUR:2.5"), .payProvider("harbor.example", "EUR:2.5"))))
    #expect(walk.screen.heading?.text == "Pay this provider")
    let again = try walk.press("I have paid")
    guard case .escrow(.upload)? = again.start.map(\.work).first else { return #expect(Bool(false)) }
    try walk.escrow(.due([.fee]))
    #expect(walk.banners == ["The provider has not seen the payment yet. Give it a moment, then try again."])
    try walk.press("I have paid"); try walk.escrow(.uploaded(isPractice: false))
    #expect(walk.buttons.contains("Confirm with your passkey"))
  }
  @Test("C-39: a second bill after a paid one is said to be one more, and not that the payment was not seen") func secondBill() throws {
    var walk = try Walk<EscrowSetUp>.reviewing([.some("harbor", year: "EUR:2.5"), .some("mill")]), other = EscrowPayment.fee
    other.uri += "2"
    try walk.press("Continue"); try walk.press("Confirm payment of €2.50"); try walk.escrow(.due([.fee]))
    try walk.press("I have paid"); try walk.escrow(.due([other]))
    #expect(walk.screen.blocks.contains(.banner(EscrowProblem.oneMorePayment.copy, .done)), "money that arrived is no warning")
    #expect(walk.banners == ["That payment has arrived. What comes next is due now."])
  }
  @Test("C-39: where a provider asks for several things, each stands there with its price, and their sum on the button") func severalBills() throws {
    var harbor = EscrowProviderFacts.some("harbor", year: "EUR:2.5")
    harbor.truthUploadFee = "EUR:0.5"
    var walk = try Walk<EscrowSetUp>.reviewing([harbor, .some("mill")])
    try walk.press("Continue")
    #expect(walk.facts == ["harbor.example: €2.50 for the plan of the ways, €0.50 for the part that it keeps"])
    #expect(walk.buttons.contains("Confirm payment of €3.00"))
  }
  @Test("G-12: from the payment one can go back to the review, from there to the methods, and to identification") func back() throws {
    var walk = try Walk<EscrowSetUp>.reviewing([.some("harbor", year: "EUR:2.5"), .some("mill")])
    try walk.press("Continue"); try walk.press("Back")
    #expect(walk.screen.heading?.text == "Review recovery policy")
    try walk.press("Keep it one year longer"); try walk.press("Back")
    #expect(walk.labels.first == "E-mail")
    try walk.press("Continue")
    #expect(walk.costs.last?.hasPrefix("Due now, for 2 years") == true, "what was chosen stays")
    try walk.press("Back"); try walk.press("Back")
    #expect(walk.screen.heading?.text == "Provide identification" && walk.fields.contains("full_name"))
  }
  @Test("a provider that is missing is named, with the ways that would not work; one may retry, change or wait") func gaps() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    try walk.press("Continue"); try walk.escrow(.gaps([EscrowGap(url: "https://harbor.example/", .unreachable)]))
    #expect(walk.facts.contains("harbor.example: The provider doesn't answer. Try again later, or use another one."))
    #expect(walk.facts.contains("Would not work: Way 1") && walk.facts.contains("Would work: None"))
    try walk.press("Wait for it")
    #expect(walk.asked == [.wait(.polling, seconds: EscrowUpload.pause)])
    try walk.hands(.elapsed(.polling)); try walk.escrow(.gaps([EscrowGap(url: "https://harbor.example/", .unreachable)]))
    #expect(walk.asked == [.wait(.polling, seconds: EscrowUpload.pause)])
    try walk.press("Change the ways")
    #expect(walk.screen.heading?.text == "Review recovery policy")
  }
  @Test("C-39: where a document is missing and every way works that is said, with the choice to try again or to finish") func almost() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    let almost = EscrowReply.uploaded(isPractice: false, gaps: [EscrowGap(url: "https://harbor.example/", .unreachable)])
    try walk.press("Continue"); try walk.escrow(almost)
    #expect(walk.says.first?.hasPrefix("Every way works already.") == true)
    #expect(walk.facts.contains("harbor.example: The provider doesn't answer. Try again later, or use another one."))
    #expect(walk.facts.contains("Would not work: None") && walk.facts.contains("Would work: Way 1"))
    let again = try walk.press("Try again")
    guard case .escrow(.upload)? = again.start.map(\.work).first else { return #expect(Bool(false), "\(again.start)") }
    try walk.escrow(almost); try walk.press("Finish without them")
    #expect(walk.buttons.contains("Confirm with your passkey"))
  }
  private func uploaded(isPractice: Bool = false) throws -> Walk<EscrowSetUp> {
    var walk = try Walk<EscrowSetUp>.reviewing()
    try walk.press("Continue"); try walk.escrow(.uploaded(isPractice: isPractice))
    return walk
  }
  @Test("it is a way in only after a key was touched for it; then the hands forget who somebody is") func sealed() throws {
    var walk = try uploaded()
    try walk.touch()
    #expect(try walk.hands(.way(.opened)).start.map(\.work) == [.way(.sealEscrow(isPractice: false))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitEscrow(.made, isPractice: false))])
    #expect(try walk.server(.way(.escrowSaved)).start.map(\.work) == [.escrow(.finish)])
    try walk.escrow(.finished)
    #expect(walk.says.first == "Account recovery is set up. Any one of these gets you back in.")
    #expect(walk.facts.first?.hasPrefix("Way 1: E-mail at ") == true && walk.facts.contains("Cost: No cost"))
    try walk.press("Back to Settings")
    #expect(walk.output == .setUp && walk.output?.leadsTo == .safety)
  }
  @Test("G-34: practice says in the end that it does not count") func practice() throws {
    var walk = try uploaded(isPractice: true)
    try walk.touch(); try walk.hands(.way(.opened))
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitEscrow(.made, isPractice: true))])
    try walk.server(.way(.escrowSaved)); try walk.escrow(.finished)
    #expect(walk.says.first?.hasPrefix("That was practice.") == true && walk.facts.contains("Counts as a way back in: No: practice"))
  }
  @Test("an account that changed meanwhile, or five minutes, ask for one more touch", arguments: [ServerReply.Way.conflict, .tooLate])
  func again(_ news: ServerReply.Way) throws {
    var walk = try uploaded()
    try walk.touch(); try walk.hands(.way(.opened)); try walk.hands(.way(.made(.made))); try walk.server(.way(news))
    #expect(walk.buttons.contains("Confirm with your passkey") && walk.banners.count == 1)
  }
  @Test("C-53: what was begun is gone on with from where it was, or begun anew") func resumed() throws {
    let checkpoint = EscrowCheckpoint.backup(
      country: "ch", methods: [.email, .question], providers: Provided.three, plan: EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1))
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.stock(.withKey))); try walk.press("Set it up"); try walk.escrow(.resumed(checkpoint))
    #expect(walk.facts == ["Country: Switzerland", "Methods: E-mail, Security question"])
    var anew = walk
    try walk.press("Go on")
    #expect(walk.screen.heading?.text == "Review recovery policy")
    try anew.press("Begin anew")
    #expect(anew.askedEscrow == .discard(.backup))
    try anew.escrow(.discarded)
    #expect(anew.labels.contains("Europe"))
  }
  @Test(
    "C-23: hands that are away are said, and what was under way goes on when they are back",
    arguments: CardAbsence.allCases.filter(\.isOfHands))
  func away(_ why: CardAbsence) throws {
    var walk = try Walk<EscrowSetUp>.begun()
    try walk.press("Europe"); try walk.press("Switzerland"); try walk.typeFacts()
    let asked = walk.askedEscrow
    try walk.escrow(.absent(why))
    #expect(!walk.says.joined().contains("card"), "in words that fit")
    switch why {
    case .handsUnasked: try walk.press("Find this computer's program")
    case .handsUnknown:
      try walk.type(CardConnection.code)
      try walk.card(.met)
    default:
      #expect(walk.askedCard == .watch(why))
      try walk.card(.changed)
    }
    #expect(asked != nil && walk.askedEscrow == asked)
  }
  @Test("a page that is loaded anew at the methods or the review is told once more what they are") func retold() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    walk.reload()
    #expect(walk.askedEscrow == .resume(.backup) && walk.screen.heading?.text == "Review recovery policy")
    try walk.press("Back")
    #expect(walk.askedEscrow == .resume(.backup))
    try walk.escrow(.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil)))
    #expect(walk.askedEscrow == nil && walk.labels.first == "E-mail")
  }
  @Test("hands that lost what was begun: it says so, and asks again who somebody is") func lost() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    try walk.press("Continue"); try walk.escrow(.lost)
    #expect(walk.fields.contains("full_name") && walk.banners == ["This computer no longer has what you typed. Type it once more."])
  }
}
