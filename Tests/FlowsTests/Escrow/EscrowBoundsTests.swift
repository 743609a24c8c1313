import Vocabulary
import HandsProtocol
import Testing

@testable import Flows

/// Anybody may run hands, and every screen is drawn from what they claim.
@Suite struct EscrowBoundsTests {
  private static let url = "https://a.example/"
  private static func puzzle(_ challenges: Int, _ policies: [[Int]]) -> EscrowPuzzle {
    EscrowPuzzle(
      url: url, provider: "A", version: 1,
      challenges: (0..<challenges).map {
        .init($0, EscrowKind.allCases[$0 % 6], url: url, provider: "P\($0)", cost: "EUR:0")
      },
      policies: policies)
  }
  /// The largest document allowed: each way has eight challenges, different from those of the previous way.
  private static let largest = puzzle(64, (0..<512).map { way in (0..<8).map { (way + 9 * $0) % 64 } })
  private static func providers(_ count: Int, offers: Int = 1) -> [EscrowProviderFacts] {
    (0..<count).map { number in
      EscrowProviderFacts(
        url: "https://\(number).example/", name: "",
        offers: Array(repeating: .init(.email, cost: "EUR:0"), count: offers),
        annualFee: "EUR:0", truthUploadFee: "EUR:0")
    }
  }
  private static func met(_ count: Int) -> [EscrowProviderFacts] {
    var providers = providers(1)
    providers[0].meeting = String(repeating: "a", count: count)
    return providers
  }
  private static func documents(_ count: Int, places: Int) -> [EscrowDocumentFacts] {
    let places = (0..<places).map { EscrowDocumentFacts.Place(url: url, version: $0) }
    return Array(repeating: EscrowDocumentFacts(name: nil, places: places, uploadedAt: nil), count: count)
  }
  private static func backup(methods: Int, policies: Int) -> EscrowReply {
    .resumed(
      .backup(
        country: "ch", methods: (0..<methods).map { EscrowMethodFacts($0, .email) }, providers: [],
        plan: EscrowPlan(Array(repeating: EscrowPolicyFacts([]), count: policies), years: 1)))
  }
  private static func recovery(_ puzzle: EscrowPuzzle) -> EscrowReply {
    .resumed(.recovery(country: "ch", providers: [], documents: [], puzzle: puzzle))
  }
  private static let part = EscrowPartFacts(.email, url), gap = EscrowGap(url: url, .full)

  @Test("a claim by the hands that exceeds a limit is not accepted as a reply") func refused() {
    let open = EscrowEffect.openDocument(url: Self.url, version: 1), ways = Array(repeating: [0], count: 512)
    let standing = EscrowStanding(url: Self.url, name: "", trouble: nil, version: 1, paidUntil: nil, isCurrent: true)
    let misfit = EscrowMisfit("a", .form), plan = EscrowPlan([], years: 1)
    let claims: [(EscrowEffect, fits: EscrowReply, not: EscrowReply)] = [
      (open, .opened(Self.largest), .opened(Self.puzzle(65, []))),
      (open, .opened(Self.puzzle(1, ways)), .opened(Self.puzzle(1, ways + [[0]]))),
      (open, .opened(Self.largest), .opened(Self.puzzle(64, [Array(repeating: 0, count: 4097)]))),
      (.resume(.recovery), Self.recovery(Self.largest), Self.recovery(Self.puzzle(65, []))),
      (.resume(.backup), Self.backup(methods: 64, policies: 256), Self.backup(methods: 65, policies: 0)),
      (.resume(.backup), Self.backup(methods: 64, policies: 256), Self.backup(methods: 0, policies: 257)),
      (.contact(.backup, []), .providers(Self.providers(128)), .providers(Self.providers(129))),
      (.contact(.backup, []), .providers(Self.providers(1, offers: 16)), .providers(Self.providers(1, offers: 17))),
      (.contact(.backup, []), .providers(Self.met(300)), .providers(Self.met(301))),
      (.discover([]), .documents(Self.documents(32, places: 64), []), .documents(Self.documents(33, places: 1), [])),
      (.discover([]), .documents(Self.documents(32, places: 64), []), .documents(Self.documents(1, places: 2049), [])),
      (
        .status, .status([standing], policies: Array(repeating: [], count: 512)),
        .status([], policies: Array(repeating: [], count: 513))
      ),
      (
        .status, .status([], policies: [[Self.part]]), .status([], policies: [Array(repeating: Self.part, count: 4097)])
      ),
      (.status, .status([standing], policies: []), .status(Array(repeating: standing, count: 129), policies: [])),
      (.upload(plan), .gaps([Self.gap]), .gaps(Array(repeating: Self.gap, count: 129))),
      (.upload(plan), .due([], paid: 4096, coming: 4096), .due([], paid: 4097)),
      (.checkPayments, .due([]), .due([], coming: -1)),
      (.identify(.backup, country: "ch", fields: []), .misfit([misfit]), .misfit(Array(repeating: misfit, count: 65))),
    ]
    for (number, claim) in claims.enumerated() {
      let asked = Effect.hands(.escrow(claim.0))
      #expect(Reply.hands(.escrow(claim.fits)).answers(asked), "\(number)")
      #expect(!Reply.hands(.escrow(claim.not)).answers(asked), "\(number)")
    }
  }

  @Test("the screen of the largest document is correct for every way and check") func largest() throws {
    var puzzle = Self.largest
    for number in [0, 9, 18, 27, 36, 45, 54, 1] { puzzle.challenges[number].isSolved = true }
    puzzle.challenges[7].kind = nil
    let walk = Walk<ChallengeBoard>(ChallengeBoard.State(puzzle))
    func challenge(_ number: Int) -> EscrowPuzzle.Challenge? { puzzle.challenges.first { $0.number == number } }
    func left(_ way: Int) -> [Int] { puzzle.policies[way].filter { challenge($0)?.isSolved == false } }
    let names = puzzle.policies.map { $0.map { "\((challenge($0)?.kind?.copy ?? .unknownKind).text) at P\($0)" } }
    #expect(walk.ways == names && walk.says.first == "One more and you are in.")
    let details = puzzle.challenges.filter { !$0.isSolved && $0.kind != nil }.map { asked in
      let holding = puzzle.policies.indices.filter { puzzle.policies[$0].contains(asked.number) }
      let finished = holding.filter { left($0) == [asked.number] }
      let ways = Copy.ways(finished.isEmpty ? holding : finished).text.lowercased()
      return "\(asked.provider), \(finished.isEmpty ? "counts for" : "finishes") \(ways)"
    }
    #expect(walk.details == details && details.contains { $0.hasPrefix("P63, finishes") })
  }

  @Test("for a larger document the hands report the first checks and ways, and the screen says so") func cut() {
    let small = EscrowPuzzle.three.cut
    #expect(small == .three)
    let many = Self.puzzle(70, [[0, 69]] + Array(repeating: Array(0..<10), count: 600)).cut
    #expect(many.challenges.count == 64 && many.policies.count == 409 && many.policies.joined().allSatisfy { $0 < 64 })
    let asked = Effect.hands(.escrow(.openDocument(url: Self.url, version: 1)))
    #expect(Reply.hands(.escrow(.opened(many))).answers(asked))
    let sentence = "This backup has more ways than fit here. These are the first of them."
    #expect(Walk<ChallengeBoard>(ChallengeBoard.State(many)).says.contains(sentence))
    #expect(!Walk<ChallengeBoard>(ChallengeBoard.State(small)).says.contains(sentence))
  }
}
