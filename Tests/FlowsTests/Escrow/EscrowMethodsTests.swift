import Vocabulary
import HandsProtocol
import Testing

@testable import FlowWorlds
@testable import Flows

/// The methods for a person to prove who they are, and the providers that would check them.
@Suite struct EscrowMethodsTests {
  private func listing(
    _ providers: [EscrowProviderFacts] = Provided.three, _ methods: [EscrowMethodFacts] = []
  ) -> Walk<EscrowMethods> {
    Walk(EscrowMethods.State(in: "ch", methods, providers))
  }

  @Test("C-11 C-25 C-26: a chosen method asks for its data at once, and is then listed") func add() throws {
    var walk = listing()
    #expect(
      walk.says.first == "How could you prove it's you, on a bad day?" && !walk.labels.contains("Continue"),
      "one at least")
    try walk.press("Add an e-mail address")
    #expect(walk.fields == ["email"])
    try walk.type("email", press: "Add it")
    #expect(walk.askedEscrow == .addMethod(.email, fields: ["email"]))
    #expect(try walk.escrow(.methodAdded(.email)).orders == [.hands(.forget("email"))])
    #expect(walk.labels.first == "E-mail" && walk.tells == [EscrowText.method(1)] && walk.buttons.contains("Continue"))
    try walk.press("Add a security question")
    walk.form = MethodEntry.form(.question)
    try walk.press("Add it"); try walk.escrow(.methodAdded(.question)); try walk.press("Continue")
    #expect(walk.output == .chosen([.email, .question], Provided.three), "and as many as one likes")
  }
  @Test("C-25 C-26: the suggested methods are asked for one after the other, and lead to the review")
  func suggested() throws {
    let providers = [
      EscrowProviderFacts.some("harbor", [.post, .email, .sms], use: "EUR:1"), .some("mill", [.totp, .question]),
    ]
    var walk = listing(providers)
    try walk.press("Begin with security question, code program and e-mail")
    #expect(walk.fields == ["question", "answer"] && walk.says.last == "Method 1 of 3. You can add others afterwards.")
    walk.form = MethodEntry.form(.question)
    try walk.press("Add it"); try walk.escrow(.methodAdded(.question))
    #expect(walk.says.last == "Method 2 of 3. You can add others afterwards.")
    var left = walk
    try left.press("Back")
    #expect(left.labels.first == "Security question" && left.output == nil)
    #expect(!left.labels.contains { $0.hasPrefix("Begin with") }, "it is a beginning only")
    try left.press("Add an e-mail address")
    #expect(left.says.last?.hasPrefix("Method") == false, "the queue is forgotten")
    let clock = EscrowMethodFacts(3, .totp)
    try walk.escrow(.shown)
    walk.form = MethodEntry.form(.totp)
    try walk.press("Add it"); try walk.escrow(.methodAdded(clock))
    try walk.type("email", press: "Add it"); try walk.escrow(.methodAdded(.email))
    #expect(walk.output == .chosen([.question, clock, .email], providers))
  }
  @Test("methods are suggested only if a plan can be made of them") func noSuggestion() {
    let alone = [EscrowProviderFacts.some("harbor", [.email, .question])]
    for providers in [alone, [.some("harbor", [.question]), .some("mill", [.question])], []] {
      #expect(!listing(providers).labels.contains { $0.hasPrefix("Begin with") })
    }
    #expect(
      listing([.some("harbor", [.question]), .some("mill", [.email])]).labels.contains(
        "Begin with security question and e-mail"))
  }
  @Test("C-29: methods are listed, added one per kind, and removed after confirmation") func list() throws {
    var walk = listing(Provided.three, [.email, .question])
    #expect(walk.screen.heading?.text == "Select authentication methods")
    #expect(
      walk.labels.prefix(5) == [
        "E-mail", "Security question", "Add a security question", "Add an e-mail address", "Add a postal address",
      ])
    try walk.press("E-mail")
    #expect(walk.screen.sheet?.title.text == "Remove this e-mail?" && walk.askedEscrow == nil)
    #expect(walk.screen.sheet?.told == EscrowText.method(1), "the hands say which")
    try walk.press("Keep it")
    try walk.press("E-mail"); try walk.press("Remove it")
    #expect(walk.askedEscrow == .removeMethod(1))
    try walk.escrow(.methodRemoved(1))
    #expect(walk.labels.first == "Security question")
  }
  @Test("methods that no provider offers are labelled as such, and can't be chosen") func notOffered() {
    let walk = listing([.some("harbor", [.email])])
    #expect(
      walk.facts.contains("Text message: None of your providers offers it.")
        && !walk.labels.contains("Add a phone number for text messages"))
  }
  @Test(
    "C-26 C-27: each kind asks for its own data, in the hands alone, and refuses malformed data",
    arguments: EscrowKind.allCases)
  func kinds(_ kind: EscrowKind) throws {
    var walk = Walk<MethodEntry>(MethodEntry.State(kind, in: "ch"))
    if kind == .totp {
      #expect(walk.askedEscrow == .drawClock("clock"))
      try walk.escrow(.shown)
      #expect(walk.screen.blocks.contains(.clockKey("clock")))
    }
    let typed = kind.fields.filter { $0 != "clock" }
    #expect(walk.fields == typed && !typed.isEmpty)
    for field in typed {
      if case .secret = walk.kind(of: field) {} else { Issue.record("\(field) is not the hands' alone") }
    }
    #expect(!walk.buttons.contains("Add it"), "nothing is typed yet")
    walk.form = MethodEntry.form(kind)
    try walk.press("Add it")
    #expect(walk.askedEscrow == .addMethod(kind, fields: kind.fields))
    try walk.escrow(.misfit([EscrowMisfit(kind.fields[kind.fields.count - 1], kind == .totp ? .wrong : .form)]))
    #expect(walk.output == nil && walk.banners == ["Something doesn't fit yet. Check what you typed."])
    #expect(walk.fields == typed, "and can be typed again")
  }
  @Test("C-26: only for a photo does the screen say how to meet each provider's host, if known")
  func meetings() throws {
    var harbor = EscrowProviderFacts.some("harbor", EscrowKind.allCases),
      mill = EscrowProviderFacts.some("mill", EscrowKind.allCases)
    (harbor.meeting, mill.meeting) = ("Ring at the cellar door", nil)
    var north = EscrowProviderFacts.some("north", [.email])
    north.meeting = "Nobody is there"
    var walk = listing([harbor, mill, north])
    try walk.press("Add a photo of you")
    #expect(walk.facts == ["harbor.example: You would meet whoever looks at it like this: Ring at the cellar door"])
    walk = listing([harbor, mill, north])
    try walk.press("Add an e-mail address")
    #expect(walk.facts.isEmpty)
  }
  @Test("C-28: calling code and countries are prefilled, and a browser may fill in the rest")
  func prefilled() throws {
    func fields(_ kind: EscrowKind, in country: String = "ch") -> [FieldID: Field] {
      Walk<MethodEntry>(MethodEntry.State(kind, in: country)).screen.blocks.reduce(into: [:]) {
        if case .field(let field) = $1 { $0[field.id] = field }
      }
    }
    #expect(fields(.sms)["phone"]?.start == "+41" && fields(.sms, in: "de")["phone"]?.start == "+49")
    #expect(
      fields(.post)["postalCountry"]?.start == "Switzerland" && fields(.post, in: "xxa")["postalCountry"]?.start == nil)
    #expect(fields(.iban)["iban"]?.start == "CH" && fields(.iban, in: "us")["iban"]?.start == nil)
    #expect(fields(.email)["email"]?.autocomplete == .email && fields(.sms)["phone"]?.autocomplete == .phone)
    #expect(fields(.post).values.allSatisfy { $0.autocomplete != .off })
  }
  @Test("C-26: a TOTP key lost in a reload is replaced by a new one, and the screen says so")
  func newClock() throws {
    var walk = Walk<MethodEntry>(MethodEntry.State(.totp, in: "ch"))
    try walk.escrow(.shown)
    walk.reload()
    try walk.escrow(.shown)
    #expect(walk.banners.contains { $0.contains("this is a new key") })
  }

  @Test("C-12 C-30: the methods lead to the providers and their status, and back")
  func providers() throws {
    var walk = listing([.some("harbor", year: "EUR:1.5"), .some("mill", trouble: .unreachable)], [.email])
    try walk.press("Providers and their status")
    #expect(
      walk.facts == [
        "harbor.example: Reachable. Checks by e-mail, security question, postal letter. €1.50 a year.",
        "mill.example: No answer.",
      ])
    try walk.press("Back")
    #expect(walk.labels.first == "E-mail")
  }
  @Test("C-13 G-13: the review can be reached with or without visiting the providers") func review() throws {
    var through = listing(Provided.three, [.email])
    try through.press("Providers and their status"); try through.press("Review recovery policy")
    #expect(through.output == .chosen([.email], Provided.three))
    var direct = listing(Provided.three, [.email])
    try direct.press("Continue")
    #expect(direct.output == .chosen([.email], Provided.three))
  }
  @Test("C-31: a provider is added by its address; a malformed or silent one is reported") func newProvider() throws {
    var walk = Walk<EscrowProviders>(EscrowProviders.State(.backup, Provided.three))
    walk.form = ["provider": .text("what is this?")]
    try walk.press("Add this provider")
    #expect(
      walk.banners == ["That is not a provider's address. It looks like https://recovery.example.org/."]
        && walk.askedEscrow == nil)
    walk.form = ["provider": .text("harbor.example")]
    try walk.press("Add this provider")
    #expect(walk.banners == ["That provider is in the list already."])
    walk.form = ["provider": .text("friend.example")]
    try walk.press("Add this provider")
    #expect(walk.askedEscrow == .contact(.backup, ["https://friend.example/"]))
    try walk.escrow(.providers(Provided.three + [.some("friend", trouble: .notProvider)]))
    #expect(
      walk.banners == [
        "What answers there is not a provider of account recovery. Check the address, or use another one."
      ])
    try walk.press("Ask them again")
    #expect(walk.askedEscrow == .contact(.backup, []))
  }
  @Test("if no provider answers, the screen says so and suggests where to look") func none() {
    #expect(
      listing([.some("harbor", trouble: .unreachable)]).banners.first?.hasPrefix("No provider answers right now.")
        == true)
  }
}
