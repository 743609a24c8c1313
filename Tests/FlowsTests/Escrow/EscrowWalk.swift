import Escrow
import Vocabulary
import HandsProtocol
import Model

@testable import FlowWorlds
@testable import Flows

extension EscrowProviderFacts {
  static func some(
    _ name: String, _ kinds: [EscrowKind] = [.email, .question, .post], year: String = "EUR:0",
    upload: String = "EUR:0", use: String = "EUR:0",
    practice: Bool = false, trouble: EscrowTrouble? = nil
  ) -> EscrowProviderFacts {
    EscrowProviderFacts(
      url: "https://\(name).example/", name: "", isPractice: practice, offers: kinds.map { .init($0, cost: use) },
      annualFee: year,
      truthUploadFee: upload, trouble: trouble)
  }
}
extension EscrowPolicyFacts {
  /// The methods by number, each with its provider.
  static func some(_ parts: (Int, String)...) -> EscrowPolicyFacts {
    EscrowPolicyFacts(parts.map { Part($0.0, "https://\($0.1).example/") })
  }
}
extension EscrowMethodFacts {
  static let email = EscrowMethodFacts(1, .email), question = EscrowMethodFacts(2, .question),
    letter = EscrowMethodFacts(3, .post)
}
enum Provided {
  static let three = [EscrowProviderFacts.some("harbor"), .some("mill"), .some("north")]
}

extension Step where F.Words == AccountWords {
  /// The fields that the hands must forget.
  var forgotten: Set<FieldID> {
    Set(orders.compactMap { if case .hands(.forget(let field)) = $0 { field } else { nil } })
  }
}

extension Walk where F.Words == AccountWords {
  var askedEscrow: EscrowEffect? {
    asked.lazy.compactMap { if case .escrow(let effect) = $0 { effect } else { nil } }.first
  }
  @discardableResult
  mutating func escrow(_ news: EscrowReply) throws -> Step<F> { try hands(.escrow(news)) }
  /// All labels, including those of disabled buttons.
  var labels: [String] { screen.choices.map(\.label.text) }
  var details: [String] { screen.choices.compactMap(\.detail?.text) }
  var tells: [FieldID] {
    let drawn = screen.blocks.flatMap { block -> [FieldID] in
      if case .told(let lines) = block { lines.map(\.text) } else { [] }
    }
    return drawn + screen.choices.compactMap(\.told)
  }
  var costs: [String] {
    screen.blocks.flatMap {
      if case .cost(let facts) = $0 { facts.map { "\($0.name): \($0.text.text)" } } else { [String]() }
    }
  }
  var ways: [[String]] {
    screen.blocks.flatMap {
      if case .policies(let lines) = $0 { lines.map { $0.parts.map(\.text.text) } } else { [[String]]() }
    }
  }
  var wayNames: [String] {
    screen.blocks.flatMap { if case .policies(let lines) = $0 { lines.map(\.name.text) } else { [String]() } }
  }
  /// Where the person is, such as "2 of 5".
  var place: String? { screen.step.map { "\($0.number) of \($0.of)" } }
  /// Fills every secret field of this country.
  mutating func typeFacts(of country: String = "ch", press label: String = "Continue") throws {
    form = Identification.form(of: country)
    try press(label)
  }
  /// Goes from the first question to the last.
  mutating func identify() throws {
    try press("Europe"); try press("Switzerland"); try typeFacts()
    try escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0))); try escrow(.shown);
    try press("Yes, that is me")
  }
}

extension Walk where F == EscrowSetUp {
  /// A flow at the first question, for an account with a key that opens it.
  static func begun() throws -> Self {
    var walk = Self(EscrowSetUp.State())
    try walk.server(.account(.state(.withKey)))
    try walk.press("Set it up"); try walk.escrow(.nothingLeft)
    return walk
  }
  mutating func add(_ method: EscrowMethodFacts) throws {
    try press(method.kind.adding.text)
    form = MethodEntry.form(method.kind)
    try press("Add it"); try escrow(.methodAdded(method))
  }
  /// Goes to the review of two methods at these providers.
  static func reviewing(_ providers: [EscrowProviderFacts] = Provided.three) throws -> Self {
    var walk = try begun()
    try walk.identify(); try walk.escrow(.providers(providers))
    try walk.add(.email); try walk.add(.question)
    try walk.press("Continue")
    return walk
  }
  mutating func touch() throws {
    try press("Confirm with your passkey")
    try tap(.yellow, .confirm)
  }
}
extension Walk where F == EscrowRecovery {
  static func identified() throws -> Self {
    var walk = Self(EscrowRecovery.State())
    try walk.escrow(.nothingLeft); try walk.identify(); try walk.escrow(.providers(Provided.three))
    return walk
  }
  /// A flow at the board.
  static func solving(_ puzzle: EscrowPuzzle = .three) throws -> Self {
    var walk = try identified()
    try walk.escrow(.documents([.versions], [])); try walk.escrow(.opened(puzzle))
    return walk
  }
  /// Opens one of the board's challenges, up to the point where it is answered.
  mutating func solve(_ number: Int, _ label: String) throws {
    try press(label)
    if askedEscrow == .begin(challenge: number) { try escrow(.solved(number)) }
  }
}
extension Walk where F == ChallengeAnswer {
  static func beginning(_ kind: EscrowKind, cost: String? = "EUR:0") -> Self {
    Walk(
      ChallengeAnswer.State(
        EscrowPuzzle.Challenge(1, kind, url: "https://harbor.example/", provider: "harbor.example", cost: cost)))
  }
}

extension AccountState {
  static let withKey = AccountState(
    keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, current: .yellow)
}
extension EscrowDocumentFacts {
  /// A document uploaded on 2 May 2026.
  static let versions = EscrowDocumentFacts(
    name: "home",
    places: [.init(url: "https://harbor.example/", version: 3), .init(url: "https://mill.example/", version: 2)],
    uploadedAt: 1_777_680_000)
  static let older = EscrowDocumentFacts(
    name: nil, places: [.init(url: "https://north.example/", version: 1)], uploadedAt: 1_700_000_000)
}
extension EscrowPuzzle {
  /// A document in which any two of three challenges suffice.
  static let three = EscrowPuzzle(
    url: "https://harbor.example/", provider: "harbor.example", version: 3,
    challenges: [
      Challenge(1, .email, url: "https://harbor.example/", provider: "harbor.example", cost: "EUR:0"),
      Challenge(2, .question, url: "https://mill.example/", provider: "mill.example", cost: "EUR:0"),
      Challenge(3, .post, url: "https://north.example/", provider: "north.example", cost: "EUR:2.5"),
    ], policies: [[1, 2], [1, 3], [2, 3]])
}
extension EscrowPayment {
  static let fee = EscrowPayment(url: "https://harbor.example/", amount: "EUR:2.5", uri: "taler://pay/harbor.example/1")
}
