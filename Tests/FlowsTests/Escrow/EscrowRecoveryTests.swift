import Vocabulary
import HandsProtocol
import Model
import Sentences
import Testing

@testable import Flows

/// Recovering access with the help of providers.
@Suite struct EscrowRecoveryTests {
  @Test("C-41 C-42 C-43 G-33: recovery first asks who you are; Back leaves, and Continue searches")
  func begins() throws {
    var walk = Walk<EscrowRecovery>(.init())
    #expect(walk.askedEscrow == .resume(.recovery))
    try walk.escrow(.nothingLeft)
    #expect(walk.screen.heading?.text == "Provide identification")
    var left = walk
    try left.press("Back")
    #expect(left.output == .cancelled && left.output?.leadsTo == .origin)
    try walk.identify(); try walk.escrow(.providers(Provided.three))
    #expect(walk.askedEscrow == .discover(Provided.three.map(\.url)))
  }
  @Test("C-22: facts of every country are forgotten once a document is opened or resumed")
  func typedElsewhere() throws {
    var walk = try Walk<EscrowRecovery>.identified()
    try walk.escrow(.documents([.versions], []))
    #expect(try walk.escrow(.opened(.three)).forgotten.isSuperset(of: ["my_number", "ahv_number"]))
    var again = Walk<EscrowRecovery>(.init())
    try again.escrow(.resumed(.recovery(country: "ch", providers: Provided.three, documents: [], puzzle: .three)))
    #expect(try again.press("Go on").forgotten.isSuperset(of: ["my_number", "ahv_number"]))
  }
  @Test("C-55 C-57: the newest backup opens by itself; challenges name their provider and version")
  func opened() throws {
    var walk = try Walk<EscrowRecovery>.identified(), claimed = EscrowDocumentFacts.older
    claimed.uploadedAt = 9_999_999_999  // by that provider's own clock: the hands decide the order
    try walk.escrow(.documents([.versions, claimed], []))
    #expect(walk.askedEscrow == .openDocument(url: "https://harbor.example/", version: 3))
    try walk.escrow(.opened(.three))
    #expect(walk.screen.heading?.text == "Select authentication challenge")
    #expect(walk.labels.prefix(3) == ["E-mail", "Security question", "Postal letter"])
    #expect(walk.facts == ["Provider: harbor.example", "Document: Version 3"])
    #expect(walk.wayNames == ["Any 2 of these 3"], "no check counts for more ways than another")
    #expect(walk.details.first == "harbor.example" && walk.tells.contains(EscrowText.challenge(1)))
  }
  @Test("C-67: if no provider has a backup, the screen says so and offers other places and Back") func none() throws {
    var walk = try Walk<EscrowRecovery>.identified()
    try walk.escrow(.documents([], []))
    #expect(
      walk.says.first == "No provider has a backup for these facts." && walk.says.count == 2 && walk.facts.isEmpty)
    var elsewhere = walk
    try elsewhere.press("Look at other providers")
    elsewhere.form = ["provider": .text("friend.example")]
    try elsewhere.press("Add this provider"); try elsewhere.escrow(.providers(Provided.three + [.some("friend")]));
    try elsewhere.press("Back")
    #expect(elsewhere.askedEscrow == .discover(Provided.three.map(\.url) + ["https://friend.example/"]))
    try walk.press("Back")
    #expect(walk.fields.contains("full_name"))
  }
  @Test("C-67: if no provider is known, one can be added, and looking again is not offered") func nobody() throws {
    var walk = Walk<EscrowRecovery>(.init())
    try walk.escrow(.nothingLeft); try walk.press("Europe"); try walk.press("Switzerland")
    #expect(
      walk.says.last?.hasSuffix(
        "to the providers that you choose, and, when you come back, to those that this computer knows.") == true)
    try walk.typeFacts(); try walk.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0)));
    try walk.escrow(.shown)
    try walk.press("Yes, that is me"); try walk.escrow(.providers([]))
    #expect(
      walk.says == [
        "This computer doesn't know any provider yet. Add the address of one that you chose when you set this up."
      ])
    #expect(walk.buttons == ["Add a provider", "Back", "Cancel"])
    var failed = Walk<EscrowRecovery>(.init())
    try failed.escrow(.nothingLeft); try failed.identify(); try failed.escrow(.failed)
    #expect(
      failed.says.first == "Whether there is a backup is not known yet: no provider could be asked."
        && failed.buttons.first == "Look again")
    try walk.press("Add a provider"); try walk.escrow(.providers([]))
    walk.form = ["provider": .text("harbor.example")]
    try walk.press("Add this provider"); try walk.escrow(.providers([.some("harbor")])); try walk.press("Back")
    #expect(walk.askedEscrow == .discover(["https://harbor.example/"]))
  }
  @Test("C-67: nothing is claimed about a silent or refusing provider, which may have the backup")
  func unknown() throws {
    let mill = EscrowGap(url: "https://mill.example/", .unreachable)
    var some = try Walk<EscrowRecovery>.identified()
    try some.escrow(.documents([], [mill]))
    #expect(some.says.first == "Your backup may be at a provider that could not be asked.")
    #expect(some.facts.first?.hasPrefix("mill.example: The provider doesn't answer.") == true)
    var none = try Walk<EscrowRecovery>.identified()
    try none.escrow(.documents([], Provided.three.map { EscrowGap(url: $0.url, .limited) }))
    #expect(none.says.first == "Whether there is a backup is not known yet: no provider could be asked.")
    #expect(none.says.allSatisfy { !$0.contains("No provider has") } && none.facts.count == 3)
    var failed = try Walk<EscrowRecovery>.identified()
    try failed.escrow(.failed)
    #expect(
      failed.says.first == "Whether there is a backup is not known yet: no provider could be asked.",
      "nothing was asked at all")
    try none.press("Look again"); try none.escrow(.documents([.versions], []))
    #expect(none.askedEscrow == .openDocument(url: "https://harbor.example/", version: 3), "it was there")
  }
  @Test("G-14: the screen says how many more searches a provider allows before it refuses") func looksLeft() throws {
    func says(_ left: Int?) throws -> String? {
      var walk = try Walk<EscrowRecovery>.identified()
      try walk.escrow(.documents([], [], lookUpsLeft: left))
      return walk.says.last
    }
    #expect(try says(12) == "You can look 12 more times before a provider asks you to wait.")
    #expect(try says(1) == "You can look once more before a provider asks you to wait.")
    #expect(try says(0) == "To look again, wait a few minutes: a provider allows only so many tries in an hour.")
    #expect(try says(nil)?.hasPrefix("Go back and check") == true, "not every provider says it")
  }
  @Test("C-45 C-49 C-56: each way shows its progress and what completes it") func board() throws {
    var puzzle = EscrowPuzzle.three
    puzzle.policies.append([1, 2, 3])  // so that the ways are not one line
    var walk = try Walk<EscrowRecovery>.solving(puzzle)
    #expect(walk.says.first == "2 checks, and you are in.")
    #expect(walk.details.first == "harbor.example, counts for way 1, way 2 and way 4")
    try walk.press("E-mail")
    #expect(walk.askedEscrow == .begin(challenge: 1))
    try walk.escrow(.sent); try walk.type("sentCode"); try walk.escrow(.solved(1))
    #expect(walk.says.first == "One more and you are in.")
    let done = walk.screen.blocks.compactMap {
      if case .policies(let lines) = $0 { lines.map { $0.parts.map(\.isDone) } } else { nil }
    }.first
    #expect(done == [[true, false, false], [true, false, false]])
    #expect(walk.labels.prefix(2) == ["Security question", "Postal letter"], "what is done is not asked again")
    #expect(walk.details == ["mill.example, finishes way 1", "north.example, €2.50, finishes way 2"])
  }
  @Test("C-58 C-59: choosing a different provider or version asks first if progress would be lost")
  func change() throws {
    var fresh = try Walk<EscrowRecovery>.solving()
    try fresh.press("Change provider or version")
    #expect(fresh.labels.prefix(2) == ["harbor.example", "mill.example"], "nothing is lost yet, so nothing is asked")
    #expect(fresh.details == ["Version 3, 2 May 2026, “home”", "Version 2, 2 May 2026, “home”"])
    try fresh.press("mill.example")
    #expect(fresh.askedEscrow == .openDocument(url: "https://mill.example/", version: 2))

    var walk = try Walk<EscrowRecovery>.solving()
    try walk.solve(1, "E-mail")
    try walk.press("Change provider or version")
    #expect(walk.screen.sheet?.title.text == "Leave this? What you have done so far will be lost.")
    #expect(walk.buttons == ["Leave it", "Stay here", "Cancel"])
    try walk.press("Stay here")
    #expect(walk.says.first == "One more and you are in.")
    try walk.press("Change provider or version"); try walk.press("Leave it")
    #expect(walk.says == ["Which one do you want to open?"])
  }
  @Test("C-57: a provider whose backup is older than another's is named among the choices") func behind() throws {
    var walk = try Walk<EscrowRecovery>.identified()
    try walk.escrow(.documents([.versions, .older], [EscrowGap(url: "https://north.example/", .behind)]))
    try walk.escrow(.trouble(.unreachable))
    #expect(walk.facts == ["north.example: The provider's newest backup is older than the one of another provider."])
  }
  @Test("after the first check the recovery is kept; screens that allow leaving say for how long")
  func keeping() throws {
    var walk = try Walk<EscrowRecovery>.solving()
    try walk.press("E-mail")
    #expect(!walk.underway.contains(.server(.run(.keep))))
    #expect(try walk.escrow(.solved(1)).perform.map(\.work) == [.run(.keep)])
    var full = walk, here = walk
    try walk.server(.run(.kept(.until(1_800_000_000))))
    let kept = "Your recovery is kept until 15 January 2027. Come back in this browser."
    #expect(walk.says.last == kept && walk.says.first == "One more and you are in.")
    #expect(try walk.press("Security question").perform.isEmpty)
    try walk.escrow(.ready)
    #expect(walk.says.last == kept)
    try walk.press("Back"); try walk.press("Change provider or version"); try walk.press("Leave it")
    #expect(!walk.says.contains(kept), "there is nothing to come back to but the hands' own")
    try full.server(.run(.kept(.anHour)))
    #expect(full.says.last?.hasPrefix("Too many recoveries wait here") == true)
    let before = here.says
    try here.server(.run(.kept(.asItIs)))
    #expect(here.says == before)
    try here.press("Security question")
    #expect(try here.escrow(.solved(2)).perform.isEmpty, "it is asked once")
  }
  @Test("C-44 C-59: Back leads to identification, and asks first if progress would be lost") func back() throws {
    var walk = try Walk<EscrowRecovery>.solving()
    var fresh = walk
    try fresh.press("Back")
    #expect(fresh.fields.contains("full_name"))
    try walk.solve(1, "E-mail"); try walk.press("Back")
    #expect(walk.screen.sheet != nil)
    try walk.press("Leave it")
    #expect(walk.fields.contains("full_name"))
  }
  @Test("C-68: a wrong answer leaves the other challenges completed") func wrong() throws {
    var walk = try Walk<EscrowRecovery>.solving()
    try walk.solve(1, "E-mail"); try walk.press("Security question"); try walk.escrow(.ready)
    try walk.type(ChallengeAnswer.answer, press: "Give this answer"); try walk.escrow(.wrong)
    try walk.press("Back")
    #expect(walk.says.first == "One more and you are in.")
  }
  private func complete() throws -> Walk<EscrowRecovery> {
    var walk = try Walk<EscrowRecovery>.solving()
    try walk.solve(1, "E-mail"); try walk.press("Security question"); try walk.escrow(.ready)
    try walk.type(ChallengeAnswer.answer, press: "Give this answer"); try walk.escrow(.solved(2))
    return walk
  }
  private func restored() throws -> Walk<EscrowRecovery> {
    var walk = try complete()
    try walk.bringBack()
    return walk
  }
  @Test("C-51 C-66: the last answer brings the parts together, and the account is found and opened")
  func success() throws {
    var walk = try complete()
    #expect(walk.askedEscrow == .recover)
    try walk.escrow(.recovered)
    #expect(walk.asked == [.way(.lookUpEscrow)])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.findByCode(.made))])
    #expect(try walk.server(.way(.found)).start.map(\.work) == [.way(.openWithEscrow)])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.verifyProof(.made))])
    try walk.server(.way(.proofVerified)); try walk.server(.account(.state(AccountState())))
    #expect(walk.says.first == "Master Key restored. Enroll a new primary key now.")
    #expect(walk.banners == ["That was enough: what opens your account is back."])
  }
  @Test("C-50: the last missing item can be a payment; once confirmed, everything is recovered")
  func paidIn() throws {
    var puzzle = EscrowPuzzle.three
    puzzle.challenges[1].cost = "EUR:2.5"
    var walk = try Walk<EscrowRecovery>.solving(puzzle)
    try walk.solve(1, "E-mail"); try walk.press("Security question"); try walk.escrow(.ready)
    try walk.type(ChallengeAnswer.answer, press: "Pay"); try walk.escrow(.due([.fee]))
    #expect(
      walk.screen.blocks.contains(
        .payment(
          .fee, amount: .price("EUR:2.5"), .payProvider(Sentence(verbatim: "mill.example"), "EUR:2.5"))))
    try walk.type(ChallengeAnswer.answer, press: "I have paid")
    #expect(walk.askedEscrow == .answer(challenge: 2, ChallengeAnswer.answer))
    try walk.escrow(.solved(2))
    #expect(walk.askedEscrow == .recover)
    try walk.bringBack()
    #expect(walk.says.first == "Master Key restored. Enroll a new primary key now.")
  }
  @Test("C-66 A-73 A-74: recovery ends by writing a new primary key and code at once, then forgets")
  func ending() throws {
    var walk = try restored()
    try walk.press("Enroll a new primary key now")
    #expect(walk.screen.step?.number == 1)
    try walk.tap(.yellow, .create); try walk.name("yellow"); try walk.tap(.yellow, .confirm)
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(try walk.finishReading().start.map(\.work) == [.way(.startAnew(.yellow, dropping: []))])
    try walk.hands(.way(.made(.made)))
    #expect(
      try walk.server(.way(.tooLate)).start.map(\.work) == [.way(.openWithEscrow)],
      "what came back vouches again by itself")
    try walk.hands(.way(.made(.made))); try walk.server(.way(.proofVerified)); try walk.hands(.way(.made(.made)))
    #expect(try walk.server(.way(.startedAnew)).start.map(\.work) == [.escrow(.discard(.recovery))])
    try walk.escrow(.discarded)
    #expect(walk.output == .recovered && walk.output?.leadsTo == .comingBack)
  }
  @Test("a page reloaded after the success opens the account again by itself") func reload() throws {
    var walk = try restored()
    walk.reload()
    #expect(walk.asked == [.way(.lookUpEscrow)])
  }
  @Test("a page reloaded at the challenges receives them again, and loses no progress") func retold() throws {
    var walk = try Walk<EscrowRecovery>.solving()
    try walk.solve(1, "E-mail")
    walk.reload()
    #expect(walk.askedEscrow == .resume(.recovery) && walk.says.first == "One more and you are in.")
    try walk.escrow(.resumed(.recovery(country: "ch", providers: [], documents: [], puzzle: nil)))
    #expect(walk.askedEscrow == nil && walk.says.first == "One more and you are in.")
    walk.reload()
    try walk.escrow(.nothingLeft)
    #expect(walk.fields.contains("full_name") && walk.banners.count == 1, "they were lost")
  }
  @Test("C-66: a completed way can be reassembled after an error") func again() throws {
    var walk = try complete()
    try walk.escrow(.failed); try walk.press("Back")
    #expect(walk.says.first == "All of one way is done.")
    try walk.press("Put the parts together")
    #expect(walk.askedEscrow == .recover)
  }
  @Test("a secret that opens no account here is explained kindly, with ways to continue") func elsewhere() throws {
    var unknown = try complete()
    try unknown.escrow(.recovered); try unknown.hands(.way(.made(.made))); try unknown.server(.way(.codeRejected))
    #expect(unknown.says.first == "What came back opens no account here.")
    try unknown.press("Change provider or version")
    #expect(unknown.says == ["Which one do you want to open?"])
    var other = try complete()
    try other.escrow(.otherSecret)
    #expect(other.says.first == "That was enough, and what came back is yours. It is not a way into an account here.")
  }
  @Test("for parts that don't match, the screen names the provider and leads back to the other ways")
  func liars() throws {
    var walk = try complete()
    try walk.escrow(.gaps([EscrowGap(url: "https://mill.example/", .lying)]))
    #expect(walk.facts.first?.hasPrefix("mill.example: What the provider gave is not what was put there.") == true)
    try walk.press("Take another way")
    #expect(walk.screen.heading?.text == "Select authentication challenge")
  }
  @Test("C-22 C-67: the page's hands keep typed facts until a backup opens, so Back shows them")
  func typedStays() throws {
    var walk = Walk<EscrowRecovery>(.init())
    try walk.escrow(.nothingLeft); try walk.press("Europe"); try walk.press("Switzerland"); try walk.typeFacts()
    try walk.escrow(.identified(EscrowStrength(stranger: 50, acquaintance: 0))); try walk.escrow(.shown)
    #expect(try walk.press("Yes, that is me").orders.isEmpty)
    try walk.escrow(.providers(Provided.three)); try walk.escrow(.documents([], []))
    #expect(try walk.press("Back").orders.isEmpty && walk.fields.contains("ahv_number"))
    var found = try Walk<EscrowRecovery>.identified()
    try found.escrow(.documents([.versions], []))
    #expect(try found.escrow(.opened(.three)).orders.contains(.hands(.forget("ahv_number"))))
  }
  @Test("C-53: an unfinished recovery continues from its checkpoint, with its solved challenges")
  func resumed() throws {
    var puzzle = EscrowPuzzle.three
    puzzle.challenges[0].isSolved = true
    let checkpoint = EscrowCheckpoint.recovery(
      country: "ch", providers: Provided.three, documents: [.versions], puzzle: puzzle)
    var walk = Walk<EscrowRecovery>(.init())
    try walk.escrow(.resumed(checkpoint))
    var anew = walk
    try walk.press("Go on")
    #expect(walk.says.first == "One more and you are in.")
    try anew.press("Begin anew")
    #expect(anew.askedEscrow == .discard(.recovery))
    puzzle.challenges[1].isSolved = true
    var done = Walk<EscrowRecovery>(.init())
    try done.escrow(
      .resumed(.recovery(country: "ch", providers: Provided.three, documents: [.versions], puzzle: puzzle)));
    try done.press("Go on")
    #expect(done.askedEscrow == .recover, "what was complete already")
  }
  @Test("a challenge of an unknown kind can't be chosen, and its ways don't count") func unknownKind() throws {
    var puzzle = EscrowPuzzle.three
    puzzle.challenges[1].kind = nil
    puzzle.challenges[2].kind = nil
    let walk = try Walk<EscrowRecovery>.solving(puzzle)
    #expect(
      walk.says.first == "None of these ways can be gone to its end with this program." && walk.labels.first == "E-mail"
    )
    #expect(!walk.labels.contains("Security question"))
  }
}

extension Walk where F == EscrowRecovery {
  /// Goes from the last share to the open account.
  fileprivate mutating func bringBack() throws {
    try escrow(.recovered); try hands(.way(.made(.made))); try server(.way(.found))
    try hands(.way(.made(.made))); try server(.way(.proofVerified)); try server(.account(.state(AccountState())))
  }
}
