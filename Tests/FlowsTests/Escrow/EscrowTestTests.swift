import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// The drill of one way of account recovery: what it asks, what ends it, and what it never does.
@Suite struct EscrowTestTests {
  /// A document with a free way of two checks, one that costs something, and one that takes days.
  private static let puzzle: EscrowPuzzle = {
    var puzzle = EscrowPuzzle.three
    puzzle.challenges.append(
      .init(4, .sms, url: "https://mill.example/", provider: "mill.example", cost: "EUR:0.5"))
    puzzle.policies = [[1, 2], [1, 4], [1, 3]]
    return puzzle
  }()
  private static let standing = AccountState(
    keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasEscrow: true, current: .yellow)

  /// A drill whose document is open.
  private func choosing(
    _ puzzle: EscrowPuzzle = puzzle, _ standing: AccountState = standing
  ) throws -> Walk<EscrowTest> {
    var walk = Walk<EscrowTest>(.init())
    try walk.server(.account(.state(standing)))
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm)
    #expect(walk.askedEscrow == .drill(.discard(.recovery)))
    try walk.escrow(.discarded); try walk.identify(); try walk.escrow(.providers(Provided.three))
    try walk.escrow(.documents([.versions], [])); try walk.escrow(.opened(puzzle))
    return walk
  }
  /// A drill of the free way with both checks ahead.
  private func checking(_ standing: AccountState = standing) throws -> Walk<EscrowTest> {
    var walk = try choosing(Self.puzzle, standing)
    try walk.press("Way 1")
    return walk
  }
  /// Passes both checks of the free way.
  private func joining(_ standing: AccountState = standing) throws -> Walk<EscrowTest> {
    var walk = try checking(standing)
    try walk.press("E-mail"); try walk.escrow(.sent); try walk.type("sentCode"); try walk.escrow(.solved(1))
    try walk.press("Security question"); try walk.escrow(.ready)
    walk.form = [ChallengeAnswer.answer: .ready]
    try walk.press("Give this answer"); try walk.escrow(.solved(2))
    return walk
  }
  private func trying(_ standing: AccountState = standing) throws -> Walk<EscrowTest> {
    var walk = try joining(standing)
    try walk.escrow(.recovered); try walk.hands(.way(.made(.made))); try walk.server(.way(.found))
    return walk
  }

  @Test("a way passes when its parts were joined, opened their own wrap, and the server has verified it")
  func passes() throws {
    var walk = try joining()
    #expect(walk.askedEscrow == .drill(.recover))
    #expect(try walk.escrow(.recovered).start.map(\.work) == [.way(.lookUpEscrow)])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.findOwnEscrow(.made))])
    #expect(try walk.server(.way(.found)).start.map(\.work) == [.way(.tryEscrow)])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.passDrill(.escrow, .made))])
    #expect(walk.says == ["Trying what came back on your account…"], "what the hands say is not enough")
    try walk.server(.way(.drillPassed()))
    #expect(walk.askedEscrow == .drill(.finish))
    try walk.escrow(.finished)
    #expect(walk.says == ["This way works. The providers gave their parts, and together they open your account."])
    try walk.press("Close")
    #expect(walk.output == .ended && walk.output?.leadsTo == .origin && walk.output?.grants == false)
  }

  @Test("practice providers never count, and the end says so") func practice() throws {
    for (hasEscrow, isPractice) in [(false, true), (true, false)] {
      let standing = AccountState(
        keys: Self.standing.keys, hasMasterKey: true, hasEscrow: hasEscrow, practicesEscrow: true, current: .yellow)
      var walk = try trying(standing)
      try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed())); try walk.escrow(.finished)
      #expect(walk.screen.blocks.contains(.banner(.practiceRecoveryNeverCounts, .warning)) == isPractice)
    }
  }

  @Test("nobody is asked who they are before a key or a card has confirmed it") func confirmed() throws {
    var walk = Walk<EscrowTest>(.init())
    try walk.server(.account(.state(Self.standing)))
    #expect(walk.says == ["First, confirm that it's you."] && walk.askedEscrow == nil)
    var none = Walk<EscrowTest>(.init())
    try none.server(.account(.state(.withKey)))
    #expect(none.says == ["Account recovery is not set up yet."] && none.buttons == ["Set it up", "Cancel"])
  }

  @Test("ways are chosen as alike ways are named, and letters are said to take days") func choosesWay() throws {
    let walk = try choosing()
    #expect(walk.labels.prefix(2) == ["Way 1", "Way 2"])
    #expect(
      walk.details == [
        "e-mail at harbor.example and security question at mill.example",
        "e-mail at harbor.example and text message at mill.example, which costs something",
      ])
    #expect(walk.says.contains { $0.contains("not rehearsable at one sitting. It stays untried") })
    #expect(walk.facts == ["Way 3: e-mail at harbor.example and postal letter at north.example, which costs something"])
    var three = EscrowPuzzle.three
    three.challenges[2].kind = .totp
    three.challenges[2].cost = "EUR:0"
    let alike = try choosing(three)
    #expect(alike.labels.first == "Any 2 of these 3" && !alike.says.contains { $0.contains("take days") })
    three.challenges[1].kind = .post
    three.policies = [[1, 2], [2, 3]]
    let slow = try choosing(three)
    #expect(slow.says.first == "None of these ways can be rehearsed at one sitting.")
  }

  @Test("a way with a price begins only once the price was said and accepted, or another way is taken")
  func price() throws {
    var walk = try choosing()
    try walk.press("Way 2")
    #expect(walk.costs == ["Text message at mill.example: €0.50"] && walk.askedEscrow == nil)
    var other = walk
    try other.press("Back"); try other.press("Way 1")
    #expect(other.says.first == "2 checks to pass." && other.costs.isEmpty)
    try walk.press("Go on at this price"); try walk.press("Text message")
    #expect(walk.askedEscrow == .drill(.begin(challenge: 4)))
    try walk.escrow(.due([.fee]))
    #expect(walk.screen.blocks.contains { if case .payment = $0 { true } else { false } }, "as a recovery asks for it")
  }

  @Test("that a wrong answer spends a try and ends the drill is said before, and is so") func wrongAnswer() throws {
    var walk = try checking()
    let warning = "A wrong answer takes one try at that provider, and ends this rehearsal."
    #expect(walk.says.last == warning)
    try walk.press("E-mail"); try walk.escrow(.sent)
    #expect(walk.says.last == warning)
    try walk.type("sentCode")
    let step = try walk.escrow(.wrong)
    #expect(step.orders.contains(.server(.failDrill(.escrow))))
    #expect(step.forgotten.isSuperset(of: ["sentCode", "ahv_number"]))
    #expect(walk.askedEscrow == .drill(.discard(.recovery)))
    try walk.escrow(.discarded)
    #expect(
      walk.says == [
        "That was not the answer that harbor.example expects.",
        "The rehearsal ended there. Your account recovery is as it was.",
      ])
    try walk.press("Try again")
    #expect(walk.askedEscrow == .drill(.discard(.recovery)), "from the beginning")
  }

  @Test("a provider that gave a part that does not fit, or has none, is named and to be replaced") func unfit() throws {
    var lying = try checking()
    try lying.press("E-mail"); try lying.escrow(.sent); try lying.type("sentCode"); try lying.escrow(.trouble(.lying))
    try lying.escrow(.discarded)
    #expect(lying.says.first == "harbor.example gave a part that does not fit. Replace it.")
    try lying.press("Set it up anew")
    #expect(lying.output == .setUp && lying.output?.leadsTo == .escrowSetUp)
    var swapped = try joining()
    let gaps = [EscrowGap(url: "https://mill.example/", .lying)]
    #expect(try swapped.escrow(.gaps(gaps)).orders.contains(.server(.failDrill(.escrow))))
    try swapped.escrow(.discarded)
    #expect(swapped.says.first == "mill.example gave a part that does not fit. Replace it.")
    var gone = try checking()
    try gone.press("E-mail"); try gone.escrow(.unknownChallenge); try gone.escrow(.discarded)
    #expect(gone.says.first == "harbor.example no longer has its part. Replace it.")
  }

  @Test("a wrap that does not open fails the drill; a secret of no way of the account is noted against none")
  func fails() throws {
    var other = try joining()
    try other.escrow(.recovered); try other.hands(.way(.made(.made)))
    #expect(try !other.server(.way(.codeRejected)).orders.contains(.server(.failDrill(.escrow))))
    try other.escrow(.discarded)
    #expect(other.says.first == "The parts fit together, and what came back does not open your account.")
    var broken = try trying()
    #expect(try broken.hands(.way(.refused)).orders.contains(.server(.failDrill(.escrow))))
    try broken.escrow(.discarded)
    #expect(broken.says == ["The providers gave everything back, and it does not open your journal."])
    var refused = try trying()
    try refused.hands(.way(.made(.made)))
    #expect(try !refused.server(.way(.drillRefused)).orders.contains(.server(.failDrill(.escrow))))
    try refused.escrow(.discarded)
    #expect(refused.says == ["This was not tried to the end. Nothing has changed."])
  }

  @Test("whoever cancels is asked for nothing more, and the hands forget everything first") func cancelled() throws {
    var walk = try checking()
    #expect(try walk.press("Cancel").forgotten.contains("full_name"))
    #expect(walk.askedEscrow == .drill(.discard(.recovery)) && walk.output == nil)
    try walk.escrow(.discarded)
    #expect(walk.output == .cancelled)
    var early = Walk<EscrowTest>(.init())
    try early.server(.account(.state(Self.standing))); try early.press("Cancel")
    #expect(early.output == .cancelled)
  }

  @Test("a page that was loaded anew has the secret joined again, and shows what is asked again")
  func reloaded() throws {
    var walk = try trying()
    #expect(walk.reload().start.map(\.work) == [.escrow(.drill(.recover))])
    var board = try checking()
    #expect(board.reload().start.map(\.work) == [.escrow(.drill(.resume(.recovery)))])
    try board.escrow(.nothingLeft)
    #expect(board.fields.contains("full_name"), "the hands were started anew, and everything is asked again")
  }

  @Test("every order of a drill to the hands is a step of the drill") func steps() async throws {
    for state in try await Explored.map(EscrowTest.self).states {
      for case .hands(.escrow(let effect)) in EscrowTest.awaited(state) {
        guard case .drill(let step) = effect else { Issue.record("\(effect)"); continue }
        #expect(step.isDrillable)
      }
    }
  }

  /// The same flow, which opens with the secret what it only should try.
  private enum Opens: Flow, Explorable {
    typealias State = EscrowTest.State
    typealias Action = EscrowTest.Action
    typealias Output = EscrowTest.Output
    static let lifetime = EscrowTest.lifetime
    static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
      EscrowTest.reduce(&state, signal)
    }
    static func awaited(_ state: State) -> [Effect] {
      if case .trying = state.stage { [.hands(.way(.openWithEscrow))] } else { EscrowTest.awaited(state) }
    }
    static func screen(_ state: State) -> Screen<Action> { EscrowTest.screen(state) }
    static var world: World<Opens> {
      var world = World<Opens>(start: EscrowTest.world.start, forms: EscrowTest.world.forms, hands: [])
      world.replies = EscrowTest.world.replies
      return world
    }
  }

  @Test("the Explorer catches a drill of account recovery that opens instead of trying") func caught() {
    #expect { try Explorer<Opens>() } throws: {
      ($0 as? Explorer<Opens>.Broken)?.rule == .law(.rehearsalDoesMore)
    }
  }
}
