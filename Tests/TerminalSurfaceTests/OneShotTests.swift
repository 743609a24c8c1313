import Encoding
import HandsProtocol
import Keycard
import Testing
import Vocabulary

@testable import TerminalSurface

/// Card orders without a conversation.
@Suite struct OneShotTests {
  /// Supplies the given secrets, each once, and records what it is shown.
  private final class Told: SecretSource, @unchecked Sendable {
    var secrets: [OneShotSecret: String]
    var canShow: Bool
    var shown: (puk: String, pairing: String)?
    init(_ secrets: [OneShotSecret: String] = [:], canShow: Bool = true) {
      self.secrets = secrets; self.canShow = canShow
    }
    func has(_ secret: OneShotSecret) -> Bool { secrets[secret] != nil }
    func read(_ secret: OneShotSecret) async -> Secret? { secrets[secret].map { Secret(Array($0.utf8)) } }
    func show(puk: Secret, pairing: Secret) async -> Bool {
      shown = (puk.text, pairing.text)
      return canShow
    }
  }
  private func run(_ hands: PlayedHands, _ order: CardOneShot.Order) async -> CardResult {
    await run(hands, Told(), order)
  }
  private func run(_ hands: PlayedHands, _ told: Told, lastTry: Bool = false, _ order: CardOneShot.Order) async
    -> CardResult
  {
    await CardOneShot(told, lastTry: lastTry) { await hands.perform($0) }.run(order)
  }

  @Test("Status takes no slot on an unpaired card, and reports the tries of a paired one") func status() async {
    var card = PlayedHands.Card.withAccount
    let stranger = await run(PlayedHands(card), .status)
    #expect(stranger.status == 0 && stranger.tries == nil && stranger.facts?.isPaired == false)
    card.isPaired = true
    let known = await run(PlayedHands(card), .status)
    #expect(
      known.json.hasPrefix(#"{"code":"done","card":{"contents":"keys","instance":"00112233445566778899aabbccddeeff","#))
    #expect(known.json.hasSuffix(#""tries":{"pin":3,"puk":5}}"#))
  }

  @Test(
    "Each absence is its own code, with exit status 3",
    arguments: [CardAbsence.noDaemon, .noReader, .noCard, .notKeycard, .unreadable])
  func absence(_ why: CardAbsence) async {
    let result = await run(PlayedHands(.blank, absence: why), .status)
    #expect(result.status == 3 && result.code == why.rawValue)
  }

  @Test("A card in use by another program is reported as such") func inUse() async {
    let result = await run(PlayedHands(.blank, absence: .inUse), .status)
    #expect(result.status == 3 && result.code == "in-use")
    #expect(
      result.message
        == """
        Another program, or another window of Latchstring, is using the card. Close that program, or wait a minute, \
        then try again.
        """
    )
  }

  @Test("D-13 D-15 G-11: PUK and pairing password are shown to the caller, but never in the JSON")
  func initialize() async {
    let hands = PlayedHands(.blank), told = Told([.newPIN: "123456"])
    let result = await run(hands, told, .initialize)
    #expect(result.status == 0 && told.shown?.puk == hands.card.puk && told.shown?.pairing == hands.card.pairing)
    #expect(
      !result.json.contains(hands.card.puk) && !result.json.contains(hands.card.pairing)
        && !result.json.contains("123456"))
  }

  @Test("G-11: if a PUK could not be shown, none is generated") func nowhere() async {
    let hands = PlayedHands(.blank), result = await run(hands, Told([.newPIN: "123456"], canShow: false), .initialize)
    #expect(result.status == 2 && result.code == "nowhereToShow" && hands.card.contents == .blank)
  }

  @Test("D-58: a malformed PIN is rejected before it is sent", arguments: ["12345", "1234567", "12345a", "１２３４５６", ""])
  func malformed(_ pin: String) async {
    let hands = PlayedHands(.withAccount), result = await run(hands, Told([.pin: pin]), .signMessage("hi", path: "m"))
    #expect(result.status == 2 && result.code == "malformed" && hands.card.tries.pin == 3)
    #expect(!hands.asked.contains { if case .verifyPIN = $0 { true } else { false } })
  }

  @Test(
    "D-58: a malformed new secret is refused before the old PIN is sent, and costs no try",
    arguments: [CardSecret.pin, .puk, .pairing])
  func malformedNew(_ kind: CardSecret) async {
    let hands = PlayedHands(.withAccount)
    let result = await run(
      hands, Told([.pin: "000000", .newPIN: "12345", .newPUK: "123456", .newPairing: ""]), .change(kind))
    #expect(result.status == 2 && result.code == "malformed" && hands.card.tries.pin == 3)
  }

  @Test(
    "A name that a card has no room for is refused before the card is asked anything",
    arguments: ["123456789012345678901", "ééééééééééé"])
  func longName(_ name: String) async {
    let hands = PlayedHands(.withAccount), result = await run(hands, Told([.pin: "123456"]), .name(name))
    #expect(
      result.status == 2 && result.code == "malformed" && result.message == "A card's name has at most 20 bytes."
        && hands.asked.isEmpty)
    #expect(await run(hands, Told([.pin: "123456"]), .name("éééééééééé")).status == 0)
  }

  @Test("A hash may be prefixed with 0x", arguments: ["", "0x", "0X"]) func hash(_ mark: String) async {
    let digits = String(repeating: "aB", count: 32)
    let result = await run(PlayedHands(.withAccount), Told([.pin: "123456"]), .signHash(mark + digits, path: "m"))
    #expect(result.status == 0 && result.signature?.hash == digits.lowercased())
  }

  @Test("D-57: the last try is used only if explicitly requested") func lastTry() async {
    var card = PlayedHands.Card.withAccount
    card.tries.pin = 1
    let hands = PlayedHands(card), told = Told([.pin: "000000"])
    let kept = await run(hands, told, .name("New"))
    #expect(kept.code == "lastTry" && kept.tries == CardTries(pin: 1, puk: 5) && hands.card.tries.pin == 1)
    let used = await run(hands, told, lastTry: true, .name("New"))
    #expect(used.code == "wrong" && used.tries == CardTries(pin: 0, puk: 5))
    let frozen = await run(hands, told, .name("New"))
    #expect(frozen.status == 1 && frozen.code == "frozen")
  }

  @Test("An order without its required secret explains how to provide it") func needed() async {
    let result = await run(PlayedHands(.withAccount), .signHash(String(repeating: "ab", count: 32), path: "m"))
    #expect(
      result.status == 2 && result.message == "--pin-fd is needed: the number of a file descriptor with it on one line."
    )
  }

  @Test("D-44: a given pairing password is tried if the default one does not match") func pairing() async {
    var card = PlayedHands.Card.withAccount
    card.pairing = "mine"
    let wrong = await run(PlayedHands(card), Told([.pairing: "other", .pin: "123456"]), .name("New"))
    #expect(wrong.status == 1 && wrong.code == "notPaired")
    let hands = PlayedHands(card), right = await run(hands, Told([.pairing: "mine", .pin: "123456"]), .name("New"))
    #expect(right.status == 0 && right.facts?.name == "New")
  }

  @Test(
    "D-37: PIN, PUK and pairing password are changed with the PIN alone", arguments: [CardSecret.pin, .puk, .pairing])
  func change(_ kind: CardSecret) async {
    let values: [OneShotSecret: String] = [
      .pin: "123456", .newPIN: "654321", .newPUK: "999999999999", .newPairing: "mine",
    ]
    let hands = PlayedHands(.withAccount), result = await run(hands, Told(values), .change(kind))
    #expect(result.status == 0)
    #expect([hands.card.pin, hands.card.puk, hands.card.pairing].contains(values[kind.fresh] ?? ""))
    for value in values.values { #expect(!result.json.contains(value)) }
  }

  @Test("D-50 D-52: a frozen card opens with its PUK; one that is not frozen keeps its tries") func unblock() async {
    let told = Told([.puk: "123456789012", .newPIN: "654321"]), hands = PlayedHands(.frozen)
    #expect(await run(hands, told, .unblock).status == 0)
    #expect(hands.card.pin == "654321")
    let open = PlayedHands(.withAccount), result = await run(open, told, .unblock)
    #expect(result.code == "notFrozen" && open.card.tries.puk == 5)
  }

  @Test("D-31: a backup erases a card only if requested, and an invalid phrase changes nothing") func backup()
    async
  {
    let phrase = PlayedHands.phrases[1], told = Told([.phrase: phrase, .newPIN: "123456"])
    let full = PlayedHands(.withAccount)
    #expect(await run(full, told, .backup(erasing: false)).code == "notBlank")
    #expect(
      await run(
        full, Told([.phrase: phrase.replacing("yellow", with: "year"), .newPIN: "123456"]), .backup(erasing: true)
      ).code == "phraseMalformed")
    #expect(full.card.phrase == PlayedHands.phrases[0])
    #expect(await run(full, told, .backup(erasing: true)).status == 0)
    #expect(full.card.phrase == phrase && told.shown != nil)
  }

  @Test("A reset requires explicit permission to erase") func reset() async {
    let hands = PlayedHands(.withAccount)
    #expect(await run(hands, .reset(erasing: false)).status == 2)
    #expect(hands.card.contents == .keys)
    #expect(await run(hands, .reset(erasing: true)).status == 0)
    #expect(hands.card.contents == .blank)
  }

  @Test("D-33: one login command signs in and opens the Master Key; a wrong PIN is tried only once") func login()
    async throws
  {
    let home = try TestHome.empty(), hands = PlayedHands(.blank)
    try await home.converse("onboarding", .cardOnboarding, hands)
    func login(_ pin: String) async throws -> CardResult {
      let vault = Vault(memory: DeviceMemory(path: nil))
      return await CardOneShot(Told([.pin: pin])) { await hands.perform($0) }.login(
        try await home.person(), vault, accounts: home.accounts)
    }
    #expect(try await login("123456").json == #"{"code":"done","account":"mirela","isOpen":true}"#)
    let wrong = try await login("000000")
    #expect(wrong.status == 1 && wrong.code == "notSignedIn" && hands.card.tries.pin == 2)
    let short = try await login("00000")
    #expect(short.status == 2 && short.code == "malformed" && hands.card.tries.pin == 2)
  }

  @Test("a card gives what opens a copy of the journal after its PIN, and signs nothing for it") func copy()
    async throws
  {
    let hands = PlayedHands(.withAccount)
    func secret(_ pin: String) async throws -> Secret {
      try await CardOneShot(Told([.pin: pin])) { await hands.perform($0) }.openingSecret()
    }
    let seed = try #require(PhraseSeed.seed(of: Secret(PlayedHands.phrases[0].utf8)))
    #expect(try await secret("123456").matches(CardLogin.unlockSecret(seed: seed)))
    #expect(!hands.asked.contains { if case .sign = $0 { true } else { false } })
    let wrong = await #expect(throws: CardProblem.self) { try await secret("000000") }
    #expect(wrong?.result.code == "wrong" && hands.card.tries.pin == 2)
    let blank = PlayedHands(.blank)
    let empty = await #expect(throws: CardProblem.self) {
      try await CardOneShot(Told([.pin: "123456"])) { await blank.perform($0) }.openingSecret()
    }
    #expect(empty?.result.code == "noKeys")
  }
}
