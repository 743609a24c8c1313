import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import Flows

/// The status of account recovery.
@Suite struct EscrowStatusTests {
  private static let standings = [
    EscrowStanding(
      url: "https://harbor.example/", name: "", trouble: nil, version: 3, paidUntil: 1_809_216_000, isCurrent: true),
    EscrowStanding(
      url: "https://mill.example/", name: "Mill", trouble: .unreachable, version: nil, paidUntil: nil,
      isCurrent: false),
    EscrowStanding(url: "https://north.example/", name: "", trouble: nil, version: 3, paidUntil: nil, isCurrent: true),
  ]
  private static let ways = [
    [EscrowPartFacts(.email, "https://harbor.example/"), EscrowPartFacts(.question, "https://mill.example/")],
    [EscrowPartFacts(.email, "https://harbor.example/"), EscrowPartFacts(.post, "https://north.example/")],
  ]
  private func showing(_ standing: AccountState = AccountState(hasEscrow: true)) throws -> Walk<EscrowStatus> {
    var walk = Walk<EscrowStatus>(.init())
    try walk.server(.account(.state(standing))); try walk.escrow(.status(Self.standings, policies: Self.ways))
    return walk
  }

  @Test("C-40: the status shows reachability, version, paid time, each way's health and last proof")
  func facts() throws {
    let walk = try showing(AccountState(hasEscrow: true, escrowProvedAt: 1_777_680_000))
    #expect(walk.screen.title?.text == "Service status" && walk.says == ["You could come back today, in 1 of 2 ways."])
    #expect(
      walk.facts == [
        "harbor.example: Reachable. Version 3. Paid until 2 May 2027.",
        "Mill: It doesn't answer now. What it keeps is not lost by that: ask it again later.",
        "north.example: Reachable. Version 3.",
        "Way 1: Waits for Mill: e-mail and security question.", "Way 2: Works: e-mail and postal letter.",
        "Last used or tried: 2 May 2026",
      ])
    #expect(try showing().facts.last == "Last used or tried: Not yet")
  }
  @Test("C-40: ways that are alike and stand alike are one line; a waiting provider parts them") func alike() throws {
    let parts = [("harbor", EscrowKind.email), ("mill", .question), ("north", .post)].map {
      EscrowPartFacts($0.1, "https://\($0.0).example/")
    }
    let policies = [[0, 1], [0, 2], [1, 2]].map { $0.map { parts[$0] } }
    func ways(_ standings: [EscrowStanding]) throws -> [String] {
      var walk = Walk<EscrowStatus>(.init())
      try walk.server(.account(.state(AccountState(hasEscrow: true))))
      try walk.escrow(.status(standings, policies: policies))
      return walk.facts.filter { $0.hasPrefix("Way") }
    }
    var standings = ["harbor", "mill", "north"].map {
      EscrowStanding(
        url: "https://\($0).example/", name: "", trouble: nil, version: 3, paidUntil: nil, isCurrent: true)
    }
    #expect(
      try ways(standings) == [
        "Way 1, Way 2 and Way 3: Works: any 2 of these 3: e-mail, security question and postal letter."
      ])
    standings[1].trouble = .unreachable
    #expect(
      try ways(standings) == [
        "Way 1: Waits for mill.example: e-mail and security question.", "Way 2: Works: e-mail and postal letter.",
        "Way 3: Waits for mill.example: security question and postal letter.",
      ])
  }
  @Test(
    "C-40: a provider that tells an impossible day is shown all the same",
    arguments: [Int.min, -1, Int.max])
  func strangeDays(_ seconds: Int) throws {
    var walk = Walk<EscrowStatus>(.init())
    try walk.server(.account(.state(AccountState(hasEscrow: true))))
    let standing = EscrowStanding(
      url: "https://harbor.example/", name: "", trouble: nil, version: 3, paidUntil: seconds, isCurrent: true)
    try walk.escrow(.status([standing], policies: Self.ways))
    let day = seconds < 0 ? "1 January 1970" : "31 December 9999"
    #expect(walk.facts.first == "harbor.example: Reachable. Version 3. Paid until \(day).")
  }
  @Test("C-40: a provider without the document still counts if another has it; expired parts don't")
  func parts() throws {
    func says(_ standings: [EscrowStanding]) throws -> [String] {
      var walk = Walk<EscrowStatus>(.init())
      try walk.server(.account(.state(AccountState(hasEscrow: true))));
      try walk.escrow(.status(standings, policies: [Self.ways[0]]))
      return walk.says + walk.facts
    }
    var harbor = Self.standings[0],
      mill = EscrowStanding(
        url: "https://mill.example/", name: "Mill", trouble: nil, version: nil, paidUntil: nil, isCurrent: false)
    let whole = try says([harbor, mill])
    #expect(
      whole[0] == "You could come back today." && whole[2].hasPrefix("Mill: Reachable. It has its part")
        && whole[3].contains("Works"))
    harbor.trouble = .unreachable
    #expect(try says([harbor, mill]).contains("Way 1: Waits for harbor.example: e-mail and security question."))
    (harbor.trouble, mill.trouble) = (nil, .expired)
    let over = try says([harbor, mill])
    #expect(
      over[0].hasPrefix("You could not come back")
        && over.contains { $0.hasPrefix("Mill: The time for which the provider was to keep") })
  }
  private func asked(
    _ standings: [EscrowStanding], _ standing: AccountState? = AccountState(hasEscrow: true)
  ) throws -> Walk<EscrowStatus> {
    var walk = Walk<EscrowStatus>(.init())
    if let standing { try walk.server(.account(.state(standing))) } else { try walk.server(.unavailable) }
    try walk.escrow(.status(standings, policies: Self.ways))
    return walk
  }
  @Test("C-40: if no provider answers, the screen can't tell, and doesn't say that the way is gone")
  func silent() throws {
    func silent(_ standing: EscrowStanding, _ trouble: EscrowTrouble = .unreachable) -> EscrowStanding {
      EscrowStanding(url: standing.url, name: "", trouble: trouble, version: nil, paidUntil: nil, isCurrent: false)
    }
    let offline = try asked(Self.standings.map { silent($0) })
    #expect(
      offline.says.count == 1
        && offline.says[0].hasPrefix("We can't tell right now whether you could come back this way"))
    #expect(
      offline.screen.choices.map(\.style).contains(.quiet) && offline.buttons.contains("Ask them again"),
      "nothing is pressed on anybody")
    #expect(
      offline.says[0].contains("too few providers could tell us. Check that this computer is online"),
      "also where they asked for patience")
    let gone = try asked([silent(Self.standings[0], .missing)] + Self.standings[1...].map { silent($0) })
    #expect(
      gone.says == ["You could not come back this way today. Set it up anew while you still have a key."],
      "what is lost is said")
  }
  @Test("C-40 G-34: practice providers are labelled, signed in or not; free ones are never “paid”")
  func practiceAndFree() throws {
    var standings = Self.standings
    standings[0].isFree = true
    #expect(try asked(standings).facts[0] == "harbor.example: Reachable. Version 3. Kept until 2 May 2027.")
    for place in standings.indices { standings[place].isPractice = true }
    standings[2].name = "Practice harbor"
    let walk = try asked(standings, nil)
    #expect(walk.facts[2].hasPrefix("Practice harbor: "), "once is enough")
    #expect(walk.says == [Copy.isPractice.text] && walk.facts[0].hasPrefix("harbor.example (practice): Reachable."))
    #expect(
      walk.facts[1]
        == "Mill (practice): It doesn't answer now. Practice providers do while Latchstring is open on this computer.")
    #expect(try asked(standings, AccountState()).says.first == "Don't count on this: it is practice.")
  }
  @Test("C-40: the status leads to a new set-up, asks again, or closes") func actions() throws {
    var renew = try showing()
    try renew.press("Set it up anew")
    #expect(renew.output?.leadsTo == .escrowSetUp)
    var again = try showing()
    try again.press("Ask them again"); try again.server(.account(.state(AccountState(hasEscrow: true))))
    #expect(again.askedEscrow == .status)
    var seen = try showing()
    try seen.press("Close")
    #expect(seen.output == .seen)
  }
  @Test("G-34: a set-up that does not count is labelled as such") func practice() throws {
    let practice = try showing(AccountState(practicesEscrow: true)), other = try showing(AccountState())
    for walk in [practice, other] { #expect(!walk.says.contains { $0.contains("could come back") }) }
    #expect(practice.says.first == "Don't count on this: it is practice.")
    #expect(practice.says.last?.contains("whoever uses this computer and knows your facts can come in with it") == true)
    #expect(other.says.first == "This is no way back into your account.")
    #expect(other.says.last?.hasPrefix("It was never finished, or it was revoked.") == true)
    #expect(try showing().says == ["You could come back today, in 1 of 2 ways."])
  }
  @Test("a computer without a set-up says so, even if the person is signed out") func nothing() throws {
    var walk = Walk<EscrowStatus>(.init())
    try walk.server(.unavailable); try walk.escrow(.nothingLeft)
    #expect(
      walk.says.first?.hasPrefix("This computer doesn't know of any provider to ask.") == true && walk.banners.isEmpty)
  }
  @Test(
    "days are the calendar's",
    arguments: [(0, "1 January 1970"), (951_782_400, "29 February 2000"), (-86_400, "1 January 1970")])
  func days(_ time: Int, _ text: String) { #expect(Day(unixTime: time).copy.text == text) }
}
