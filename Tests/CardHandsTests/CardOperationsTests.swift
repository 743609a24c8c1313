import CardHands
import Encoding
import Foundation
import HandsProtocol
import HandsTools
import Keycard
import Model
import SimulatedCard
import Synchronization
import TestCards
import Testing
import Vocabulary

@Suite struct CardOperationsTests {
  static let origin = "http://latchstring.localhost:8080"
  static let pin: [FieldID: Secret] = ["pin": Secret(Array("123456".utf8))]

  /// Card operations on one reader, and the news they send.
  struct Bench {
    let reader = PlayedReader(), operations: CardOperations
    /// The time for which an idle card stays open.
    let lifetime = PlayedTime()
    init(pairings: PairingStore? = nil, rehearsalFile: String? = nil) throws {
      operations = CardOperations(
        source: reader, pairings: try pairings ?? PairingStore(path: nil), rehearsalFile: rehearsalFile,
        untilIdle: { [lifetime] in try await lifetime.wait() })
    }
    func ask(
      _ effect: CardEffect, _ secrets: [FieldID: Secret] = [:], claim: CardClaim? = nil, from origin: String = origin,
      tab: String = ""
    ) async -> CardNews {
      await operations.perform(CardWork(effect, secrets: secrets, claim: claim), from: SeatOwner(origin, tab: tab))
    }
    /// Prepares a card with the PIN 123456 and the given phrase, paired and open.
    func prepare(_ card: SimulatedCard, phrase: String? = CardOperationsTests.phrase) async throws {
      reader.insert(card)
      guard case .present = await ask(.look).reply else { throw Problem("no card") }
      try expect(await ask(.initialize(pin: "pin"), CardOperationsTests.pin).reply, .initialized)
      try await open()
      guard let phrase else { return }
      try expect(await ask(.checkPhrase("words", for: nil), ["words": Secret(Array(phrase.utf8))]).reply, .phraseFits)
      try expect(await ask(.loadPhrase).reply, .loaded)
    }
    func open(from origin: String = origin) async throws {
      guard case .present = await ask(.look, from: origin).reply else { throw Problem("no card") }
      try expect(await ask(.pair, from: origin).reply, .paired)
      try expect(await ask(.verifyPIN("pin"), CardOperationsTests.pin, from: origin).reply, .correct)
    }
    func expect(_ reply: CardReply, _ expected: CardReply) throws {
      if reply != expected { throw Problem("\(reply), not \(expected)") }
    }
    struct Problem: Error, CustomStringConvertible {
      var description: String
      init(_ description: String) { self.description = description }
    }
  }
  static let phrase = "receive fan copper bracket end train again sustain wet siren throw cigar"

  @Test("a card's login takes eight commands once its name is known, and its signature is valid")
  func login() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard())
    bench.reader.tear(nil)  // starts counting again
    guard case .present(let facts) = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(
      facts.contents == .keys && facts.isPaired
        && facts.keyUID == "136cbfc087cf7df6cf3248bce7563d4253b302b2f9e2b5eef8713fa5091409bc")
    #expect(await bench.ask(.pair).reply == .paired)
    #expect(await bench.ask(.readTries).reply == .tries(CardTries(pin: 3, puk: 5)))
    #expect(await bench.ask(.verifyPIN("pin"), Self.pin).reply == .correct)
    let identity = await bench.ask(.identify)
    let claim = CardClaim(
      account: Base64URL.encode([UInt8](repeating: 7, count: 16)),
      challenge: Base64URL.encode([UInt8](repeating: 9, count: 32)))
    let signed = await bench.ask(.sign(.login), claim: claim)
    let unlocked = await bench.ask(.unlock(KeyID(rawValue: "card")))
    #expect(bench.reader.commands == 8)

    let evidence = try CardEvidence(json: Array(try #require(signed.made).utf8))
    let statement = CardStatement(
      purpose: "login", origin: Self.origin, account: [UInt8](repeating: 7, count: 16),
      challenge: [UInt8](repeating: 9, count: 32))
    #expect(CardLogin.isValid(evidence.signature, statement, publicKey: evidence.key))
    #expect(try #require(identity.made).contains(Base64URL.encode(evidence.key)))
    guard case .unlocking(let secret) = unlocked.shown else { Issue.record("no secret"); return }
    let seed = try #require(PhraseSeed.seed(of: Secret(Array(Self.phrase.utf8))))
    #expect(secret.matches(try CardLogin.unlockSecret(seed: seed)))
  }

  @Test("a card signs the requesting origin's name; a different page's statement does not match")
  func origin() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard())
    let claim = CardClaim(account: "", challenge: Base64URL.encode([UInt8](repeating: 9, count: 32)))
    try await bench.open(from: "https://evil.example")
    let made = await bench.ask(.sign(.register), claim: claim, from: "https://evil.example").made
    let evidence = try CardEvidence(json: Array(try #require(made).utf8))
    func isValid(_ origin: String) -> Bool {
      CardLogin.isValid(
        evidence.signature,
        CardStatement(purpose: "register", origin: origin, account: [], challenge: evidence.challenge),
        publicKey: evidence.key)
    }
    #expect(isValid("https://evil.example") && !isValid(Self.origin))
  }

  @Test("D-42 D-43: a pairing is kept until the card loses it; then the default password is tried")
  func pairing() async throws {
    let bench = try Bench(), card = SimulatedCard()
    try await bench.prepare(card)
    #expect(
      await bench.ask(.change(.pairing, "new"), ["new": Secret(Array("KeycardDefaultPairing".utf8))]).reply == .set)
    #expect(await bench.ask(.unpair).reply == .unpaired)
    guard case .present(let facts) = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(!facts.isPaired && facts.freeSlots == 10, "the slot was given back")
    #expect(await bench.ask(.pair).reply == .paired)
    guard case .present(let again) = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(again.isPaired && again.freeSlots == 9)
  }

  @Test("D-06 D-44: a wrong pairing password is always rejected, and uses up no slot")
  func wrongPassword() async throws {
    let bench = try Bench(), card = SimulatedCard()
    try await bench.prepare(card)
    #expect(await bench.ask(.change(.pairing, "new"), ["new": Secret(Array("my own".utf8))]).reply == .set)
    let other = try Bench()
    other.reader.insert(card)
    _ = await other.ask(.look)
    #expect(await other.ask(.pair).reply == .notPaired)
    for _ in 1...7 {
      #expect(await other.ask(.pairWith("pairing"), ["pairing": Secret(Array("wrong".utf8))]).reply == .notPaired)
    }
    guard case .present(let facts) = await other.ask(.look).reply else { Issue.record("no card"); return }
    #expect(facts.freeSlots == 9)
    #expect(await other.ask(.pairWith("pairing"), ["pairing": Secret(Array("my own".utf8))]).reply == .paired)
  }

  @Test("a new card's pairing password works as printed, in any client, and in lower case")
  func newPassword() async throws {
    let bench = try Bench(), card = SimulatedCard()
    try await bench.prepare(card, phrase: nil)
    guard case .secrets(_, let shown) = await bench.ask(.showSecrets).shown else {
      Issue.record("nothing is shown"); return
    }
    let paper = shown.withBytes { String(decoding: $0, as: UTF8.self) }
    bench.reader.remove()
    let client = KeycardClient(try SeveralReaders(cards: [{ card.answer($0) }]).open("0").get())
    try client.select()
    guard case .paired = try client.pair(secret: try PairingSecret.derive(from: Secret(Array(paper.utf8)))) else {
      Issue.record("not paired"); return
    }
    let other = try Bench()
    other.reader.insert(card)
    _ = await other.ask(.look)
    let typed = Secret(Array(paper.lowercased().replacing("-", with: " ").utf8))
    #expect(await other.ask(.pairWith("pairing"), ["pairing": typed]).reply == .paired)
  }

  @Test(
    "a card from 3.1 on whose reader refuses the first INIT gets no second PIN from its PUK",
    arguments: [AppletVersion.three1, .three2])
  func oldForm(_ version: AppletVersion) async throws {
    let card = SimulatedCard(version: version), refused = Mutex(false)
    let reader = SeveralReaders(cards: [
      { command in
        let isFirst =
          command[1] == 0xFE
          && refused.withLock { isRefused in
            defer { isRefused = true }
            return !isRefused
          }
        return isFirst ? [0x6A, 0x80] : card.answer(command)
      }
    ])
    let operations = CardOperations(source: reader, pairings: try PairingStore(path: nil))
    func ask(_ effect: CardEffect, _ secrets: [FieldID: Secret] = [:]) async -> CardNews {
      await operations.perform(CardWork(effect, secrets: secrets), from: SeatOwner(Self.origin))
    }
    guard case .present = await ask(.look).reply else { Issue.record("no card"); return }
    #expect(await ask(.initialize(pin: "pin"), Self.pin).reply == .initialized)
    #expect(refused.withLock { $0 })
    guard case .secrets(let puk, _) = await ask(.showSecrets).shown else { Issue.record("nothing is shown"); return }
    guard case .present = await ask(.look).reply else { Issue.record("no card"); return }
    #expect(await ask(.pair).reply == .paired)
    let digits = Secret(puk.withBytes { Array($0.prefix(6)) })
    #expect(await ask(.verifyPIN("pin"), ["pin": digits]).reply == .wrong(CardTries(pin: 2, puk: 5)))
    #expect(await ask(.verifyPIN("pin"), Self.pin).reply == .correct)
  }

  @Test("a removed card is unavailable to later orders until it is reinserted") func torn() async throws {
    let bench = try Bench(), card = SimulatedCard()
    try await bench.prepare(card)
    bench.reader.tear(.unanswered(1))
    #expect(await bench.ask(.readTries).reply == .removed)
    #expect(await bench.ask(.identify).reply == .removed)
    #expect(await bench.ask(.look).reply == .absent(.noCard))
    async let news = bench.ask(.watch(.noCard))
    bench.reader.insert(card)
    #expect(await news.reply == .changed)
    try await bench.open()
  }

  /// Card operations with a card prepared elsewhere.
  private func idling(_ card: SimulatedCard) async throws -> Bench {
    let pairings = try PairingStore(path: nil)
    try await Bench(pairings: pairings).prepare(card)
    let bench = try Bench(pairings: pairings)
    bench.reader.insert(card)
    guard case .present = await bench.ask(.look).reply else { throw Bench.Problem("no card") }
    try bench.expect(await bench.ask(.pair).reply, .paired)
    return bench
  }
  /// Lets time pass until the card has been released.
  private func untilLetGo(_ bench: Bench) async throws {
    while bench.reader.isHeld {
      bench.lifetime.end()
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("an idle card is released; until the next look, each order asks for its PIN")
  func idle() async throws {
    let bench = try await idling(SimulatedCard())
    #expect(await bench.ask(.verifyPIN("pin"), Self.pin).reply == .correct)
    try await untilLetGo(bench)
    for _ in 0..<2 { #expect(await bench.ask(.identify).reply == .letGo) }
    #expect(!bench.reader.isHeld)
    try await bench.open()
    guard case .made = await bench.ask(.identify).reply else { Issue.record("no key"); return }
  }

  @Test("if no PIN was entered yet, the next order reopens the same card, and only that card")
  func takenAgain() async throws {
    let bench = try await idling(SimulatedCard())
    try await untilLetGo(bench)
    #expect(await bench.ask(.verifyPIN("pin"), Self.pin).reply == .correct && bench.reader.isHeld)

    let other = try await idling(SimulatedCard())
    try await untilLetGo(other)
    other.reader.insert(SimulatedCard())
    #expect(await other.ask(.verifyPIN("pin"), Self.pin).reply == .removed, "the PIN goes to no other card")

    let refused = try await idling(SimulatedCard())
    try await untilLetGo(refused)
    refused.reader.refuse(.inUse)
    #expect(await refused.ask(.readTries).reply == .absent(.inUse))
  }

  @Test("a released blank card is set up only if its maker is the one previously named")
  func blankTakenAgain() async throws {
    for (other, reply) in [(SimulatedCard(), CardReply.initialized), (SimulatedCard(hasIdentity: false), .removed)] {
      let bench = try Bench()
      bench.reader.insert(SimulatedCard())
      guard case .present = await bench.ask(.look).reply else { throw Bench.Problem("no card") }
      try await untilLetGo(bench)
      bench.reader.insert(other)
      #expect(await bench.ask(.initialize(pin: "pin"), Self.pin).reply == reply)
    }
  }

  @Test("confirming a shown phrase takes three of its words, at random places, and no others")
  func words() async throws {
    let bench = try Bench(), fields: [FieldID] = ["a", "b", "c"]
    try await bench.prepare(SimulatedCard(), phrase: nil)
    guard case .accounts = await bench.ask(.drawAccounts(2)).reply,
      case .phrase(let phrase) = await bench.ask(.showPhrase(1)).shown
    else {
      Issue.record("no phrase")
      return
    }
    let words = phrase.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: " ").map(String.init)
    func check(_ typed: [String]) async -> CardReply {
      await bench.ask(
        .checkWords(fields), Dictionary(uniqueKeysWithValues: zip(fields, typed.map { Secret(Array($0.utf8)) }))
      ).reply
    }
    #expect(await check(["a", "b", "c"]) == .lost, "none were asked for")
    var asked: Set<[Int]> = []
    for _ in 0..<20 {
      guard case .wordsAsked(let places) = await bench.ask(.askWords).reply else { Issue.record("no words"); return }
      #expect(
        places.count == 3 && Set(places).count == 3 && places == places.sorted() && places.allSatisfy((1...12).contains)
      )
      asked.insert(places)
      let right = places.map { words[$0 - 1] }
      #expect(await check(right) == .wordsFit)
      #expect(await check([right[0], " \(right[1].uppercased()) ", "wrong-word"]) == .wordsWrong([places[2]]))
      #expect(await check(["", right[1], ""]) == .wordsWrong([places[0], places[2]]))
    }
    #expect(asked.count > 5, "twenty times the same places of 220 are no chance")
    #expect(await bench.ask(.askWords, from: "https://evil.example").reply == .lost)
  }

  @Test("a missing daemon, reader or card, and a different kind of card, are reported differently")
  func absences() async throws {
    let bench = try Bench()
    #expect(await bench.ask(.look).reply == .absent(.noCard))
    bench.reader.show(.noReader)
    #expect(await bench.ask(.look).reply == .absent(.noReader))
    bench.reader.show(.noDaemon)
    #expect(await bench.ask(.look).reply == .absent(.noDaemon))
    #expect(await bench.ask(.rehearse).reply == .failed, "these hands have no rehearsal card")
  }

  /// Only the person knows which one is meant.
  @Test("with Keycards in two readers, neither is chosen; a different kind of card is skipped")
  func severalCards() async throws {
    let first = SimulatedCard(), second = SimulatedCard()
    func look(_ cards: [SimulatedCard?]) async throws -> CardReply {
      try await Self.look(cards.map { card in { card?.answer($0) ?? [0x6A, 0x82] } })
    }
    #expect(try await look([first, second]) == .absent(.severalCards))
    #expect(try await look([second, nil, first]) == .absent(.severalCards))
    guard case .present = try await look([nil, second]) else { Issue.record("no card"); return }
    #expect(try await look([nil]) == .absent(.notKeycard))
  }

  /// The result of looking at readers with these cards.
  private static func look(_ cards: [Answering]) async throws -> CardReply {
    let operations = CardOperations(source: SeveralReaders(cards: cards), pairings: try PairingStore(path: nil))
    return await operations.perform(CardWork(.look), from: SeatOwner(origin)).reply
  }

  @Test("a card's maker is known before set-up, and a card with a foreign certificate is rejected")
  func maker() async throws {
    func found(_ card: @escaping Answering) async throws -> CardMaker? {
      guard case .present(let facts) = try await Self.look([card]) else { return nil }
      return facts.maker
    }
    let card = SimulatedCard(), plain = SimulatedCard(hasIdentity: false), old = SimulatedCard(version: .three0),
      copied = SimulatedCard()
    #expect(try await found { card.answer($0) } == .unknown)
    #expect(try await found { plain.answer($0) } == CardMaker.none)
    #expect(try await found { old.answer($0) } == CardMaker.none)
    let forging: Answering = { command in
      let answer = card.answer(command), other = copied.answer(command)
      guard command[1] == 0x14, answer.count > 103, other.count > 103 else { return answer }
      // A0 81 L { 8A 62 certificate | 30 … }: the certificate of one card, and the signature of the other.
      let inside = other[3..<103] + answer[103..<(answer.count - 2)]
      return [0xA0, 0x81, UInt8(inside.count)] + inside + [0x90, 0x00]
    }
    #expect(try await Self.look([forging]) == .absent(.counterfeit))
  }

  @Test("after its last page leaves, a card is released and its words forgotten; others remain")
  func leaving() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard(), phrase: nil)
    guard case .accounts = await bench.ask(.drawAccounts(2)).reply else { Issue.record("no accounts"); return }
    await bench.operations.leave(SeatOwner("https://other.example"))
    #expect(await bench.ask(.showPhrase(0)).reply == .shown)
    #expect(await bench.operations.card(of: SeatOwner(Self.origin))?.instance != nil)
    #expect(await bench.operations.card(of: SeatOwner("https://other.example")) == nil)
    let named = await bench.operations.card(of: SeatOwner(Self.origin))
    let owner = SeatOwner(Self.origin)
    #expect(await bench.operations.perform(CardWork(.readTries), from: owner, with: named).reply != .removed)
    guard case .present = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(
      await bench.operations.perform(CardWork(.readTries), from: owner, with: named).reply == .removed,
      "a yes is for the card as it lay there")
    #expect(await bench.ask(.showPhrase(0)).reply == .shown)
    await bench.operations.leave(SeatOwner(Self.origin))
    #expect(!bench.reader.isHeld)
    #expect(await bench.ask(.showPhrase(0)).reply == .lost)
    #expect(await bench.ask(.readTries).reply == .removed)
  }

  @Test("an open card belongs to one tab; a second takes it with the PIN, and the first is notified")
  func tabs() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard())
    guard case .made = await bench.ask(.identify).reply, case .accounts = await bench.ask(.drawAccounts(2)).reply else {
      Issue.record("not open")
      return
    }
    guard case .present = await bench.ask(.look, tab: "b").reply else { Issue.record("no card"); return }
    #expect(await bench.ask(.pair, tab: "b").reply == .paired)
    #expect(
      await bench.ask(.identify, tab: "b").reply == .failed,
      "what was opened with a PIN in one tab is closed in the other")
    #expect(await bench.ask(.showPhrase(0), tab: "b").reply == .lost, "what one tab drew no other sees")
    #expect(await bench.ask(.readTries).reply == .taken)
    await bench.operations.leave(SeatOwner(Self.origin, tab: "b"))
    #expect(await bench.ask(.readTries).reply == .taken, "the other tab is gone, and it was the other tab all the same")
    #expect(await bench.ask(.showPhrase(0)).reply == .shown, "what the first drew is its own still")
    try await bench.open()
    guard case .made = await bench.ask(.identify).reply else { Issue.record("not open again"); return }
    bench.reader.remove()
    #expect(await bench.ask(.readTries).reply == .removed)
  }

  @Test("a page's hands and a terminal share one pairing with a card, and use one slot")
  func sharedPairings() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    defer { for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) } }
    let page = try Bench(pairings: PairingStore(path: path)), terminal = try Bench(pairings: PairingStore(path: path)),
      card = SimulatedCard()
    try await page.prepare(card)
    page.reader.remove()
    terminal.reader.insert(card)
    try await terminal.open()
    guard case .present(let facts) = await terminal.ask(.look).reply else { Issue.record("no card"); return }
    #expect(facts.freeSlots == 9)
  }

  @Test("the rehearsal card identifies itself as one, and a card in a reader takes precedence")
  func rehearsal() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "card").path(), bench = try Bench(rehearsalFile: file)
    do {
      let elsewhere = try SimulatedCard(file: CardFile(file))
      #expect(await bench.ask(.rehearse).reply == .absent(.inUse), "another program plays it")
      withExtendedLifetime(elsewhere) {}
    }
    #expect(await bench.ask(.rehearse).reply == .rehearsing)
    guard case .present(let facts) = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(facts.isRehearsal && facts.contents == .blank)
    bench.reader.insert(SimulatedCard())
    guard case .present(let real) = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(!real.isRehearsal)
  }

  /// The message is not the one for a refusal.
  @Test("An unwritable rehearsal card file is reported, changes nothing, and works again later")
  func unwritten() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path, away = folder + ".away"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bench = try Bench(rehearsalFile: folder + "/card")
    #expect(await bench.ask(.rehearse).reply == .unwritten, "there is no such folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(await bench.ask(.rehearse).reply == .rehearsing)
    guard case .present = await bench.ask(.look).reply else { Issue.record("no card"); return }
    #expect(await bench.ask(.initialize(pin: "pin"), Self.pin).reply == .initialized)
    guard case .tries(let before) = await bench.ask(.readTries).reply else { Issue.record("no tries"); return }
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    #expect(await bench.ask(.verifyPIN("pin"), Self.pin).reply == .unwritten)
    #expect(await bench.ask(.readTries).reply == .tries(before))
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    #expect(await bench.ask(.verifyPIN("pin"), Self.pin).reply == .correct)
  }

  @Test("entries typed and words generated for one page are not available to another") func memories() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard(), phrase: nil)
    guard case .accounts(let addresses) = await bench.ask(.drawAccounts(3)).reply else {
      Issue.record("no accounts"); return
    }
    #expect(Set(addresses).count == 3)
    #expect(await bench.ask(.showPhrase(1), from: "https://evil.example").reply == .lost)
    #expect(await bench.ask(.showSecrets, from: "https://evil.example").reply == .lost)
    for effect in [
      CardEffect.identify, .sign(.login), .unlock(KeyID(rawValue: "card")), .factoryReset, .change(.pin, "pin"),
    ] {
      #expect(
        await bench.ask(effect, Self.pin, from: "https://evil.example").reply == .removed,
        "a card that was opened for one page: \(effect)")
    }
    #expect(await bench.ask(.showPhrase(1)).reply == .shown)
    #expect(await bench.ask(.loadPhrase).reply == .loaded)
    guard
      case .signature(let signature) = await bench.ask(
        .signMessage("m", path: "m/44'/60'/0'/0/0"), ["m": Secret(Array("hello".utf8))]
      ).reply
    else { Issue.record("no signature"); return }
    #expect(signature.address == addresses[1], "the account that was picked is the one on the card")
  }

  @Test("D-57 D-58: the remaining tries come from the card, and a malformed PIN is never sent")
  func tries() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard())
    let wrong: [FieldID: Secret] = ["pin": Secret(Array("654321".utf8))],
      malformed: [FieldID: Secret] = ["pin": Secret(Array("12345".utf8))]
    #expect(await bench.ask(.verifyPIN("pin"), malformed).reply == .failed)
    #expect(await bench.ask(.verifyPIN("pin"), wrong).reply == .wrong(CardTries(pin: 2, puk: 5)))
    #expect(await bench.ask(.verifyPIN("pin"), wrong).reply == .wrong(CardTries(pin: 1, puk: 5)))
    #expect(await bench.ask(.readTries).reply == .tries(CardTries(pin: 1, puk: 5)))
  }

  @Test("a hash from outside is never signed with the sign-in key") func loginKey() async throws {
    let bench = try Bench()
    try await bench.prepare(SimulatedCard())
    let hash: [FieldID: Secret] = ["hash": Secret(Array(String(repeating: "ab", count: 32).utf8))]
    for path in ["m/1818326115'/0'", "m/1818326115'", "m/1818326115'/0'/0"] {
      #expect(await bench.ask(.signHash("hash", path: path), hash).reply == .failed, "\(path)")
    }
    guard case .signature = await bench.ask(.signHash("hash", path: "m/44'/60'/0'/0/0"), hash).reply else {
      Issue.record("no signature"); return
    }
  }

  @Test("only their owner can read the pairings' file, and a damaged one is left unchanged") func store() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    defer { for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) } }
    let card = SimulatedCard()
    try await Bench(pairings: PairingStore(path: path)).prepare(card)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let later = try Bench(pairings: PairingStore(path: path))
    later.reader.insert(card)
    try await later.open()
    try Data("{".utf8).write(to: URL(filePath: path))
    #expect(throws: HandsError.self) { try PairingStore(path: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("{".utf8))
  }
}

/// A card's answer to a command.
private typealias Answering = @Sendable ([UInt8]) -> [UInt8]

/// Several readers, each with a card.
private struct SeveralReaders: CardSource {
  var cards: [Answering]

  func situations() -> AsyncStream<ReaderSituation> {
    AsyncStream {
      $0.yield(.readers(cards.indices.map { .init(name: "\($0)", card: .init(answerToReset: AnswerToReset.bytes)) }))
    }
  }
  func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> {
    Int(reader).map { .success(Transport(card: cards[$0])) } ?? .failure(.noReader)
  }

  private final class Transport: CardTransport, Sendable {
    let card: Answering
    init(card: @escaping Answering) { self.card = card }
    func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] { card(command) }
  }
}
