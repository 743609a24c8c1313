import HandsProtocol
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Trying an address between the upload and the touch.
@Suite struct EscrowTrialTests {
  private func uploaded(_ providers: [EscrowProviderFacts] = Provided.three) throws -> Walk<EscrowSetUp> {
    var walk = try Walk<EscrowSetUp>.reviewing(providers)
    try walk.press("Continue"); try walk.escrow(.uploaded(isPractice: false))
    return walk
  }

  @Test("C-27: beside the touch an address can be tried, and what came is listed") func passed() throws {
    var walk = try uploaded()
    #expect(walk.buttons.first == "Confirm with your passkey" && walk.buttons.contains("Try an address first"))
    try walk.press("Try an address first")
    #expect(walk.place == "5 of 5" && walk.says[2].hasPrefix("The provider reads the address"))
    #expect(walk.askedEscrow == .resume(.backup), "a page that was loaded anew is told the addresses")
    try walk.escrow(.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil)))
    #expect(walk.tells == [EscrowText.method(1)] && walk.details == ["harbor.example sends a code"])
    #expect(!walk.labels.contains("Security question"), "there is no address to try")
    try walk.press("E-mail")
    #expect(walk.askedEscrow == .tryMethod(1))
    try walk.escrow(.sent); try walk.type("sentCode")
    #expect(walk.askedEscrow == .answerMethod(1, "sentCode"))
    try walk.escrow(.wrong)
    #expect(walk.banners.first?.hasPrefix("That code is wrong.") == true)
    try walk.type("sentCode")
    #expect(try walk.escrow(.solved(1)).orders == [.hands(.forget("sentCode"))])
    #expect(walk.facts == ["E-mail: The code came, and harbor.example gave its part back as it was stored."])
    #expect(walk.tells.isEmpty, "it is not tried twice")
    try walk.press("Continue")
    #expect(walk.buttons.first == "Confirm with your passkey")
  }
  @Test("C-27: a code that can't be sent is no end: the set-up goes on, or the method is changed") func trouble() throws
  {
    for news in [EscrowReply.notSent(), .limited, .unknownChallenge, .trouble(.missing), .trouble(.unreachable)] {
      var walk = try uploaded()
      try walk.press("Try an address first")
      try walk.escrow(.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil)))
      try walk.press("E-mail"); try walk.escrow(news)
      #expect(walk.banners.count == 1 && walk.labels.contains("E-mail") && walk.buttons.contains("Continue"))
      try walk.press("Change a method")
      #expect(walk.screen.heading?.text == "Select authentication methods" && walk.labels.first == "E-mail")
    }
  }
  @Test("C-27: nothing is offered that costs, and nothing that sends no message") func notOffered() throws {
    let priced = [EscrowProviderFacts.some("harbor", use: "EUR:1"), .some("mill", use: "EUR:1")]
    #expect(try !uploaded(priced).buttons.contains("Try an address first"))
    let plan = EscrowPlan([.some((1, "harbor"), (2, "mill")), .some((1, "mill"), (3, "north"))], years: 1)
    let mixed = [EscrowProviderFacts.some("harbor", use: "EUR:1"), .some("mill"), .some("north")]
    #expect(
      plan.trials([.email, .question, .letter], mixed).map(\.url) == ["https://mill.example/"],
      "the first that sends it for nothing")
  }
  @Test("a page that was loaded anew while trying brings the parts again, which are brought only once")
  func reload() throws {
    var walk = try uploaded()
    try walk.press("Try an address first")
    walk.reload()
    guard case .upload? = walk.askedEscrow else { return #expect(Bool(false), "\(walk.asked)") }
  }
}
