import Vocabulary
import HandsProtocol
import Model
import Sentences
import Testing

@testable import Flows

/// The set-up, from "Set up account recovery?" to a way in whose parts are stored by providers.
@Suite struct EscrowSetUpTests {
  @Test("C-05 G-34: without a tested way in, the screen says what comes first") func tooEarly() throws {
    let early = [
      AccountState(), AccountState(keys: [HeldKey(.yellow, "", nil, opens: false)]),
      AccountState(keys: [HeldKey(.yellow, "", .primary, opens: true)]),
    ]
    for standing in early {
      var walk = Walk<EscrowSetUp>(.init())
      try walk.server(.account(.state(standing)))
      #expect(walk.says.first?.hasPrefix("First add a hardware key or save a recovery code.") == true)
      #expect(walk.buttons == ["Add a hardware key", "Cancel"])
      try walk.press("Add a hardware key")
      #expect(walk.output?.leadsTo == .enrollment)
    }
    var coded = Walk<EscrowSetUp>(.init())
    try coded.server(.account(.state(AccountState(hasMasterKey: true, hasCode: true))))
    #expect(coded.says.first == "Set up account recovery?")
  }
  @Test("C-03 C-07 C-08 C-09: a yes to the decision leads to identification, and a no leads back")
  func decision() throws {
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.state(.withKey)))
    #expect(walk.screen.title?.text == "Account recovery" && walk.says.first == "Set up account recovery?")
    #expect(walk.says.last?.contains("people whom you choose can let you back in together") == true)
    #expect(walk.buttons == ["Set it up", "Not now"])
    var no = walk
    try no.press("Not now")
    #expect(no.output?.leadsTo == .origin)
    try walk.press("Set it up"); try walk.escrow(.nothingLeft)
    #expect(walk.screen.heading?.text == "Provide identification")
  }
  @Test("C-10 C-13 C-15 C-39: identification leads to methods and review; a free plan says so")
  func free() throws {
    var walk = try Walk<EscrowSetUp>.begun()
    try walk.identify()
    #expect(walk.askedEscrow == .contact(.backup, []) && walk.screen.heading?.text == "Select authentication methods")
    walk = try .reviewing()
    #expect(walk.screen.heading?.text == "Review recovery policy")
    let step = try walk.press("Continue")
    guard case .escrow(.upload(let plan))? = step.start.map(\.work).first else {
      return #expect(Bool(false), "\(step.start)")
    }
    #expect(plan.policies.count == 1 && walk.costs == ["Cost: No cost"])
  }
  @Test("C-15 C-39: a cost is confirmed first and paid with a wallet; then the upload is repeated")
  func paid() throws {
    var walk = try Walk<EscrowSetUp>.reviewing([.some("harbor", year: "EUR:2.5"), .some("mill")])
    try walk.press("Continue")
    #expect(walk.askedEscrow == nil && walk.costs.contains("Due now, for one year: €2.50"))
    #expect(
      walk.facts == ["harbor.example: €2.50 for the list of your ways back, for one year"],
      "what each part of the price is for")
    try walk.press("Confirm payment of €2.50"); try walk.escrow(.due([.fee]))
    #expect(
      walk.screen.blocks.contains(
        .payment(
          .fee, amount: .price("EUR:2.5"), .payProvider(Sentence(verbatim: "harbor.example"), "EUR:2.5"))))
    #expect(walk.screen.heading?.text == "Pay this provider")
    #expect(try walk.press("I have paid").start.map(\.work) == [.escrow(.checkPayments)], "nobody has to allow a look")
    try walk.escrow(.due([.fee]))
    #expect(walk.banners == ["The provider has not seen the payment yet. Give it a moment, then try again."])
    try walk.press("I have paid")
    let again = try walk.escrow(.ready)
    guard case .escrow(.upload)? = again.start.map(\.work).first else { return #expect(Bool(false)) }
    try walk.escrow(.uploaded(isPractice: false))
    #expect(walk.buttons.contains("Confirm with your passkey"))
  }
  private func paying(_ due: EscrowReply) throws -> Walk<EscrowSetUp> {
    var walk = try Walk<EscrowSetUp>.reviewing([.some("harbor", year: "EUR:2.5"), .some("mill", upload: "EUR:1")])
    try walk.press("Continue")
    try walk.press(try #require(walk.labels.first { $0.hasPrefix("Confirm payment") })); try walk.escrow(due)
    return walk
  }
  private static let other = EscrowPayment(
    url: "https://mill.example/", amount: "EUR:1", uri: "taler://pay/mill.example/2")
  private func asks(_ walk: Walk<EscrowSetUp>) -> [String] {
    walk.screen.blocks.compactMap { if case .payment(_, _, let copy) = $0 { copy.text } else { nil } }
  }
  @Test("C-39 C-61: each of several payments shows its number, recipient and amount") func places() throws {
    #expect(try asks(paying(.due([.fee]))) == ["harbor.example asks for €2.50."], "one is not counted")
    let both = try paying(.due([.fee, Self.other], coming: 1))
    #expect(
      asks(both) == ["Payment 1 of 3: harbor.example asks for €2.50.", "Payment 2 of 3: mill.example asks for €1.00."])
    #expect(both.says == ["These providers wait for their payments.", "When they arrive, this goes on by itself."])
    #expect(try asks(paying(.due([Self.other], paid: 1))) == ["Payment 2 of 2: mill.example asks for €1.00."])
  }
  @Test("C-39: a payment counts as arrived when the hands report it, not when a request changes")
  func arrived() throws {
    var walk = try paying(.due([.fee, Self.other])), renewed = Self.other
    renewed.uri += "2"
    try walk.press("I have paid"); try walk.escrow(.due([.fee, renewed]))
    #expect(walk.banners == ["The provider has not seen the payment yet. Give it a moment, then try again."])
    try walk.press("I have paid"); try walk.escrow(.due([renewed], paid: 1))
    #expect(
      walk.screen.blocks.contains(.banner(EscrowProblem.oneMorePayment.copy, .done)), "money that arrived is no warning"
    )
    #expect(walk.banners == ["That payment has arrived. What comes next is due now."])
    try walk.press("I have paid"); try walk.escrow(.gaps([EscrowGap(url: "https://mill.example/", .unreachable)]))
    #expect(walk.banners == ["The provider doesn't answer. Try again later, or use another one."])
    #expect(asks(walk) == ["Payment 2 of 2: mill.example asks for €1.00."], "and nothing is lost")
  }
  @Test("C-61: payments are polled less and less often, and the page is unchanged until one arrives")
  func looked() throws {
    var walk = try paying(.due([.fee, Self.other], coming: 1))
    let revision = walk.conversation.revision
    for pause in [30, 60, 120, 240, 480, 960, 960] {
      #expect(walk.asked == [.wait(.polling, seconds: pause)])
      try walk.hands(.elapsed(.polling))
      #expect(walk.askedEscrow == .checkPayments)
      try walk.escrow(
        pause == 60
          ? .gaps([EscrowGap(url: "https://mill.example/", .unreachable)]) : .due([.fee, Self.other], coming: 1))
    }
    #expect(walk.conversation.revision == revision)
    try walk.hands(.elapsed(.polling)); try walk.escrow(.due([Self.other], paid: 1, coming: 1))
    #expect(
      walk.banners == ["That payment has arrived. What comes next is due now."]
        && walk.asked == [.wait(.polling, seconds: 30)])
    try walk.hands(.elapsed(.polling))
    let on = try walk.escrow(.ready)
    guard case .escrow(.upload)? = on.start.map(\.work).first else { return #expect(Bool(false), "\(on.start)") }
    try walk.escrow(.due([.fee], paid: 2))
    #expect(asks(walk) == ["Payment 3 of 3: harbor.example asks for €2.50."])
    #expect(walk.banners == ["That payment has arrived. What comes next is due now."])
  }
  @Test("C-39: each item that a provider charges for has its price; the button has the sum")
  func severalBills() throws {
    var harbor = EscrowProviderFacts.some("harbor", year: "EUR:2.5")
    harbor.truthUploadFee = "EUR:0.5"
    var walk = try Walk<EscrowSetUp>.reviewing([harbor, .some("mill")])
    try walk.press("Continue")
    #expect(
      walk.facts == [
        "harbor.example: €2.50 for the list of your ways back, €0.50 for the part that it keeps, for one year"
      ])
    #expect(walk.buttons.contains("Confirm payment of €3.00"))
  }
  @Test("C-22: typed facts are kept by the page's own hands until the methods are chosen") func typedStays() throws {
    var walk = try Walk<EscrowSetUp>.begun()
    try walk.identify(); try walk.escrow(.providers(Provided.three)); try walk.add(.email)
    #expect(try walk.press("Continue").orders.contains(.hands(.forget("ahv_number"))))
  }
  @Test("C-22: facts of every country are forgotten once the methods are chosen, passed or left")
  func typedElsewhere() throws {
    let facts: Set<FieldID> = ["full_name", "ahv_number", "my_number", "memorable_word"]
    var walk = try Walk<EscrowSetUp>.begun()
    try walk.press("Asia"); try walk.press("Japan"); try walk.typeFacts(of: "jp");
    try walk.escrow(.misfit([EscrowMisfit("my_number", .form)]))
    var left = walk
    try left.press("Back"); try left.press("Back")
    #expect(try left.press("Back").forgotten.isSuperset(of: facts) && left.says.first == "Set up account recovery?")
    try left.press("Set it up")
    try left.escrow(.resumed(.backup(country: "ch", methods: [.email], providers: Provided.three, plan: nil)))
    #expect(try left.press("Go on").forgotten.isSuperset(of: facts))
    try walk.press("Back"); try walk.press("Back"); try walk.identify(); try walk.escrow(.providers(Provided.three));
    try walk.add(.email)
    #expect(try walk.press("Continue").forgotten.isSuperset(of: facts))
  }
  @Test("G-12: Back leads from the payment to the review, the methods and identification") func back() throws {
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
  @Test("a missing provider is named with the ways that fail; a person can retry, change or wait")
  func gaps() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    try walk.press("Continue"); try walk.escrow(.gaps([EscrowGap(url: "https://harbor.example/", .unreachable)]))
    #expect(walk.facts.contains("harbor.example: The provider doesn't answer. Try again later, or use another one."))
    #expect(walk.facts.contains("Would not work: Way 1") && walk.facts.contains("Would work: None"))
    try walk.press("Wait for it")
    let revision = walk.conversation.revision
    for _ in 1...2 {
      #expect(walk.asked == [.wait(.polling, seconds: EscrowUpload.pause)])
      try walk.hands(.elapsed(.polling))
      #expect(walk.asked == [.escrow(.contact(.backup, []))], "nobody has to allow a look")
      var down = Provided.three
      for index in down.indices where down[index].url == "https://harbor.example/" {
        down[index].trouble = .unreachable
      }
      try walk.escrow(.providers(down))
    }
    #expect(walk.conversation.revision == revision, "a look that finds nothing changes nothing")
    var back = walk
    try back.hands(.elapsed(.polling)); try back.escrow(.providers(Provided.three))
    guard case .upload? = back.askedEscrow else { return #expect(Bool(false), "\(back.asked)") }
    try walk.press("Change the ways")
    #expect(walk.screen.heading?.text == "Review recovery policy")
  }
  @Test("C-39: a provider that didn't report on its part is distinguished from one that lacks it")
  func unchecked() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    let silent = EscrowGap(url: "https://harbor.example/", .unchecked),
      without = EscrowGap(url: "https://mill.example/", .missing)
    try walk.press("Continue"); try walk.escrow(.gaps([silent]))
    #expect(walk.screen.heading?.text == "Every part was taken, and not every one could be checked yet.")
    #expect(
      walk.facts.first
        == """
        harbor.example: Not checked: the provider took its part, and didn't answer when it was asked for it. Try again \
        in a while.
        """
    )
    #expect(
      walk.facts.contains("Would not work: None") && walk.facts.contains("Not checked: Way 1")
        && walk.facts.contains("Would work: None"))
    #expect(walk.buttons == ["Try again", "Change the ways", "Wait for it", "Cancel"])
    try walk.press("Try again"); try walk.escrow(.gaps([silent, without]))
    #expect(walk.screen.heading?.text == "Not every part is in its place yet.")
    #expect(
      walk.facts.contains(
        """
        mill.example: The provider doesn't have what was put there. Have it brought there once more; if it is missing \
        again, use another one.
        """))
    #expect(walk.facts.contains("Would not work: Way 1") && !walk.facts.contains { $0.hasPrefix("Not checked") })
  }
  @Test("C-39: if only a document is missing, the screen says so and offers to retry or finish")
  func almost() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    let almost = EscrowReply.uploaded(
      isPractice: false, gaps: [EscrowGap(url: "https://harbor.example/", .unreachable)])
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
  @Test("set-up becomes a way in only after a key was touched; then the hands forget the facts") func sealed() throws {
    var walk = try uploaded()
    try walk.touch()
    #expect(try walk.hands(.way(.opened)).start.map(\.work) == [.way(.sealEscrow(isPractice: false))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitEscrow(.made, isPractice: false))])
    #expect(try walk.server(.way(.escrowSaved)).start.map(\.work) == [.escrow(.finish)])
    try walk.escrow(.finished)
    #expect(walk.says.first == "Account recovery is set up.")
    #expect(walk.facts.first?.hasPrefix("Way 1: E-mail at ") == true && walk.facts.contains("Cost: No cost"))
    try walk.press("Back to Settings")
    #expect(walk.output == .setUp && walk.output?.leadsTo == .origin)
  }
  @Test("G-34: at the end, a practice set-up says that it does not count") func practice() throws {
    var walk = try uploaded(isPractice: true)
    try walk.touch(); try walk.hands(.way(.opened))
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitEscrow(.made, isPractice: true))])
    try walk.server(.way(.escrowSaved)); try walk.escrow(.finished)
    #expect(
      walk.says.first?.hasPrefix("That was practice.") == true
        && walk.facts.contains("Counts as a way back in: No: practice"))
  }
  @Test(
    "one more touch is needed if the account changed or five minutes went by",
    arguments: [ServerReply.Way.conflict, .tooLate])
  func again(_ news: ServerReply.Way) throws {
    var walk = try uploaded()
    try walk.touch(); try walk.hands(.way(.opened)); try walk.hands(.way(.made(.made))); try walk.server(.way(news))
    #expect(walk.buttons.contains("Confirm with your passkey") && walk.banners.count == 1)
  }
  @Test("C-53: an unfinished set-up continues where it stopped, or starts over") func resumed() throws {
    let checkpoint = EscrowCheckpoint.backup(
      country: "ch", methods: [.email, .question], providers: Provided.three,
      plan: EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1))
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.state(.withKey))); try walk.press("Set it up"); try walk.escrow(.resumed(checkpoint))
    #expect(walk.facts == ["Country: Switzerland", "Methods: E-mail, Security question"])
    var anew = walk
    try walk.press("Go on")
    #expect(walk.screen.heading?.text == "Review recovery policy")
    try anew.press("Begin anew")
    #expect(anew.askedEscrow == .discard(.backup))
    #expect(try anew.escrow(.discarded).orders.contains(.server(.noteEscrow(isBegun: false))))
    #expect(anew.labels.contains("Europe"))
  }
  /// A flow at the offer to continue a set-up that was begun with two providers that charge money.
  private func offered(_ begun: EscrowBegun?) throws -> Walk<EscrowSetUp> {
    let checkpoint = EscrowCheckpoint.backup(
      country: "ch", methods: [.email, .question],
      providers: [.some("harbor", year: "EUR:2.5"), .some("mill", upload: "EUR:1")],
      plan: EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1), begun: begun)
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.state(.withKey))); try walk.press("Set it up"); try walk.escrow(.resumed(checkpoint))
    return walk
  }
  private static let arrived = EscrowBegun.Sum(url: "https://harbor.example/", amount: "EUR:2.5")
  private static let asked = EscrowBegun.Sum(url: "https://mill.example/", amount: "EUR:1")

  @Test("C-53 C-61: a paid, unfinished set-up says so, and continues without a second confirmation")
  func resumedPaid() throws {
    var walk = try offered(EscrowBegun(paid: [Self.arrived], due: [Self.asked]))
    #expect(
      walk.facts.suffix(2) == [
        "Paid already, by its prices: €2.50 to harbor.example", "Asked for: €1.00 by mill.example",
      ])
    #expect(
      walk.says.last?.hasPrefix("When you go on, nothing is paid twice, and what you paid since is noticed.") == true)
    let step = try walk.press("Go on")
    guard case .escrow(.upload(let plan))? = step.start.map(\.work).first else {
      return #expect(Bool(false), "\(step.start)")
    }
    #expect(plan.years == 1 && !walk.costs.contains { $0.hasPrefix("Due now") })
    try walk.escrow(.due([Self.other], paid: 1)); try walk.press("Back")
    #expect(walk.screen.heading?.text == "You paid for this before, and that counts.")
    #expect(walk.facts.first == "Paid already, by its prices: €2.50 to harbor.example")
    #expect(
      walk.labels == ["Continue", "Back", "Cancel"] && walk.costs.contains("In all, for one year: €3.50"),
      "no sum is confirmed twice")
  }
  private static let forOthers =
    """
    What you paid for parts that stay as they are counts. This plan has others: each provider says what it asks for, \
    before you pay.
    """

  @Test("C-15 C-61: if the plan differs from the paid one, the screen says so and confirms the sum")
  func paidForOthers() throws {
    var walk = try offered(EscrowBegun(paid: [Self.arrived], due: [Self.asked]))
    try walk.press("Go on"); try walk.escrow(.due([Self.other], paid: 1)); try walk.press("Back");
    try walk.press("Back")
    try walk.press("Keep it one year longer"); try walk.press("Continue")
    #expect(walk.says == [Self.forOthers] && walk.screen.heading?.text == "Confirm payment")
    #expect(
      walk.labels == ["Confirm payment of €7.00", "Back", "Cancel"] && walk.costs.contains("In all, for 2 years: €7.00")
    )
    var returned = walk
    try returned.press("Back"); try returned.press("Keep it one year less"); try returned.press("Continue")
    #expect(returned.labels == ["Continue", "Back", "Cancel"], "nothing else was brought meanwhile")
    try walk.press("Confirm payment of €7.00"); try walk.escrow(.failed); try walk.press("Back")
    try walk.press("Keep it one year less"); try walk.press("Continue")
    #expect(walk.says == [Self.forOthers], "what was drawn for the first plan is gone")
    try walk.press("Confirm payment of €3.50"); try walk.escrow(.due([Self.other])); try walk.press("Back")
    #expect(
      walk.says.first == "This is what it costs. The providers take it, not we.", "the hands say that nothing counts")
  }
  @Test("C-15: payments for different facts, or from before a set-up started over, are not counted")
  func paidForNothing() throws {
    var walk = try offered(EscrowBegun(paid: [Self.arrived], due: [Self.asked]))
    try walk.press("Go on"); try walk.escrow(.due([Self.other], paid: 1))
    for _ in 1...4 { try walk.press("Back") }
    #expect(walk.fields.contains("full_name"))
    var corrected = walk
    try corrected.typeFacts(); try corrected.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0)))
    try corrected.escrow(.shown); try corrected.press("Yes, that is me"); try corrected.press("Continue");
    try corrected.press("Continue")
    #expect(corrected.labels.contains("Confirm payment of €3.50") && !corrected.facts.joined().contains("Paid already"))
    for _ in 1...3 { try walk.press("Back") }
    for isDiscarded in [true, false] {
      var anew = walk
      try anew.press("Set it up")
      if isDiscarded {
        try anew.escrow(.resumed(.backup(country: "ch", methods: [.email], providers: Provided.three, plan: nil)))
        try anew.press("Begin anew"); try anew.escrow(.discarded)
      } else {
        try anew.escrow(.nothingLeft)
      }
      try anew.typeFacts(); try anew.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0)));
      try anew.escrow(.shown)
      try anew.press("Yes, that is me")
      #expect(anew.askedEscrow == .contact(.backup, []), "what the hands no longer have is not listed")
      try anew.escrow(.providers([.some("harbor", year: "EUR:2.5"), .some("mill")]))
      #expect(!anew.labels.contains("Continue"), "no method is left")
      try anew.add(.email); try anew.add(.question); try anew.press("Continue"); try anew.press("Continue")
      #expect(anew.labels.contains("Confirm payment of €2.50") && !anew.facts.joined().contains("Paid already"))
    }
  }
  @Test("C-53: a method added after the upload began is included, after a review of the ways")
  func addedLater() throws {
    let plan = EscrowPlan([.some((1, "harbor"), (2, "mill"))], years: 1)
    var walk = Walk<EscrowSetUp>(.init())
    try walk.server(.account(.state(.withKey))); try walk.press("Set it up")
    try walk.escrow(
      .resumed(
        .backup(
          country: "ch", methods: [.email, .question, .letter], providers: Provided.three, plan: plan,
          begun: EscrowBegun(paid: [], due: []))))
    try walk.press("Go on")
    #expect(walk.askedEscrow == nil && walk.screen.heading?.text == "Review recovery policy")
    #expect(walk.ways.joined().contains { $0.contains("Postal letter") }, "\(walk.ways)")
  }
  @Test("C-61: a payment of unknown amount counts as a payment, and no sum is shown") func unknownSum() throws {
    var walk = try offered(EscrowBegun(paid: [.init(url: "https://harbor.example/", amount: "")], due: []))
    #expect(
      !walk.facts.joined().contains("Paid already") && walk.says.contains { $0.contains("nothing is paid twice") })
    try walk.press("Go on"); try walk.press("Back"); try walk.press("Continue")
    #expect(
      walk.screen.heading?.text == "You paid for this before, and that counts."
        && walk.labels == ["Continue", "Back", "Cancel"])
  }
  @Test("C-53: a resumed free set-up does not mention money, and is not confirmed again")
  func resumedFree() throws {
    var walk = try offered(EscrowBegun(paid: [], due: []))
    #expect(walk.says.count == 1 && walk.facts == ["Country: Switzerland", "Methods: E-mail, Security question"])
    try walk.press("Go on")
    guard case .upload? = walk.askedEscrow else { return #expect(Bool(false), "\(walk.asked)") }
    var unconfirmed = try offered(nil)
    try unconfirmed.press("Go on"); try unconfirmed.press("Continue")
    #expect(unconfirmed.labels.contains("Confirm payment of €3.50"), "what was never confirmed is")
  }
  @Test("C-61: on going back after paying, the payment still counts, and only the rest is charged")
  func backAfterPaying() throws {
    var walk = try paying(.due([.fee, Self.other]))
    try walk.press("Back")
    let confirm = try #require(walk.labels.first { $0.hasPrefix("Confirm payment of") }, "nothing has arrived")
    try walk.press(confirm); try walk.escrow(.due([Self.other], paid: 1)); try walk.press("Back")
    #expect(
      walk.screen.heading?.text == "You paid for this before, and that counts."
        && walk.labels == ["Continue", "Back", "Cancel"])
  }
  @Test("C-53: the server tells Settings whether a set-up is pending, but nothing about a file")
  func noted() throws {
    func notes(_ orders: [Order]) -> [Order] { orders.filter { if case .server = $0 { true } else { false } } }
    var walk = Walk<EscrowSetUp>(.init()), file = Walk<EscrowSetUp>(.init(.file))
    try walk.server(.account(.state(.withKey))); try walk.press("Set it up")
    #expect(try notes(walk.escrow(.nothingLeft).orders).isEmpty, "one may wait on another computer")
    #expect(try notes(file.escrow(.nothingLeft).orders).isEmpty)
    for place in 0...1 {
      var one = place == 0 ? walk : file
      try one.press("Europe"); try one.press("Switzerland"); try one.typeFacts()
      try one.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0))); try one.escrow(.shown)
      #expect(
        try notes(one.press("Yes, that is me").orders) == (place == 0 ? [.server(.noteEscrow(isBegun: true))] : []))
    }
  }
  @Test(
    "C-23: the screen says that the hands are away, and goes on when they are back",
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
      #expect(walk.askedCard == .watch(.handsUnknown), "another tab may pair this browser")
      try walk.type(CardConnection.code)
      try walk.card(.met)
    default:
      #expect(walk.askedCard == .watch(why))
      try walk.card(.changed)
    }
    #expect(asked != nil && walk.askedEscrow == asked)
  }
  @Test("a page reloaded at the methods or the review receives them again") func retold() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    walk.reload()
    #expect(walk.askedEscrow == .resume(.backup) && walk.screen.heading?.text == "Review recovery policy")
    try walk.press("Back")
    #expect(walk.askedEscrow == .resume(.backup))
    try walk.escrow(.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil)))
    #expect(walk.askedEscrow == nil && walk.labels.first == "E-mail")
  }
  @Test("if the hands lost an unfinished set-up, the screen says so and starts at identification") func lost() throws {
    var walk = try Walk<EscrowSetUp>.reviewing()
    try walk.press("Continue"); try walk.escrow(.lost)
    #expect(
      walk.fields.contains("full_name")
        && walk.banners == ["This computer no longer has what you typed. Type it once more."])
  }
}
