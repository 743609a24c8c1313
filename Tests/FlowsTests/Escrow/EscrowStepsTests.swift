import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Where a person is: "n of m", from the first question to the last.
@Suite struct EscrowStepsTests {
  @Test("set-up of an account has 5 steps, free or paid, and its start and its receipt are none") func account() throws
  {
    var walk = Walk<EscrowSetUp>(EscrowSetUp.State())
    try walk.server(.account(.state(.withKey)))
    #expect(walk.place == nil && walk.facts.map { $0.prefix { $0 != ":" } } == Self.told)
    try walk.press("Set it up")
    var absent = walk
    try absent.escrow(.absent(.noHands))
    #expect(absent.place == "1 of 5", "the program that is missing is needed for the first step")
    try walk.escrow(.nothingLeft)
    #expect(walk.place == "1 of 5")
    try walk.identify()
    #expect(walk.place == "2 of 5")
    try walk.escrow(.providers([.some("harbor", year: "EUR:2.5"), .some("mill")]))
    try walk.press("Add an e-mail address")
    #expect(walk.place == "2 of 5" && walk.screen.step?.label.text == "How you prove it")
    try walk.press("Back"); try walk.add(.email); try walk.add(.question); try walk.press("Continue")
    #expect(walk.place == "3 of 5")
    try walk.press("Continue")
    #expect(walk.place == "4 of 5" && walk.screen.heading?.text == "Confirm payment")
    try walk.press("Confirm payment of €2.50"); try walk.escrow(.uploaded(isPractice: false))
    #expect(walk.place == "5 of 5")
    try walk.touch(); try walk.hands(.way(.opened)); try walk.hands(.way(.made(Evidence(rawValue: "made"))))
    try walk.server(.way(.escrowSaved)); try walk.escrow(.finished)
    #expect(walk.place == nil)
  }
  @Test("a file's set-up ends without a touch and has 4 steps; its first says what comes") func file() throws {
    var walk = Walk<EscrowSetUp>(EscrowSetUp.State(.file))
    try walk.escrow(.nothingLeft)
    #expect(walk.place == "1 of 4" && walk.facts.map { $0.prefix { $0 != ":" } } == Self.told)
    try walk.identify()
    #expect(walk.place == "2 of 4")
    try walk.escrow(.providers(Provided.three)); try walk.add(.email); try walk.add(.question)
    try walk.press("Continue"); try walk.press("Continue")
    #expect(walk.place == "4 of 4")
  }
  @Test("what was begun goes on at its own number") func resumed() throws {
    var walk = Walk<EscrowSetUp>(EscrowSetUp.State())
    try walk.server(.account(.state(.withKey))); try walk.press("Set it up")
    try walk.escrow(
      .resumed(.backup(country: "ch", methods: [.email, .question], providers: Provided.three, plan: nil)))
    #expect(walk.place == nil)
    try walk.press("Go on")
    #expect(walk.place == "2 of 5", "the facts are known, so the first step is skipped")
  }
  @Test("recovery has 4 steps until the account is open, and its first says what comes") func recovery() throws {
    var walk = Walk<EscrowRecovery>(EscrowRecovery.State())
    try walk.escrow(.nothingLeft)
    #expect(walk.place == "1 of 4" && walk.facts.map { $0.prefix { $0 != ":" } } == Self.told)
    try walk.press("Europe")
    #expect(walk.facts.isEmpty, "it is said once")
    try walk.press("Back"); try walk.identify()
    #expect(walk.place == "2 of 4")
    try walk.escrow(.providers(Provided.three)); try walk.escrow(.documents([.versions], []))
    try walk.escrow(.opened(.three))
    #expect(walk.place == "3 of 4")
    try walk.press("E-mail"); try walk.escrow(.sent)
    #expect(walk.place == "3 of 4" && walk.screen.step?.label.text == "Pass the checks")
    try walk.type("sentCode"); try walk.escrow(.solved(1))
    try walk.press("Security question"); try walk.escrow(.ready)
    try walk.type("challengeAnswer", press: "Give this answer"); try walk.escrow(.solved(2))
    #expect(walk.place == "4 of 4")
  }
  private static let told: [Substring] = ["What comes", "Have at hand", "How long", "What it may cost"]
}
