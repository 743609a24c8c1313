import AccountService
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing
import Words

@testable import Runner
@testable import Wraps

/// Reports that hands could send and that must be refused: the server accepts a report as a whole or not at all, and
/// only if it matches the account.
@Suite struct ConflictTests {
  let keys = Keys()

  /// A client enrolling the backup, whose wrap is about to be made.
  func committing() async throws -> Client {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.enrollPrimary(keys.yellow)
    client.pausesAt = "way.open"
    try await client.name(keys.black, "black")
    return client
  }
  /// A record and a wrap for a secret, as these hands could create them.
  func way(
    _ client: Client, _ kind: WayKind = .key, rp: String = "latchstring.example", salt: [UInt8] = Client.salt,
    account: AccountID? = nil,
    credential: String? = nil
  ) throws -> SealedBundle.Way {
    let own = try #require(client.hands.open?[1]), owner = try account ?? client.account
    let master = try MasterKey(own.bytes, account: owner.bytes, generation: 1)
    let id = WayID(account: owner.bytes, record: ServerEnvironment.live.randomBytes(16), kind: kind)
    let keys = try WayKeys(id, secret: ServerEnvironment.live.randomBytes(kind == .phrase ? 16 : 32), rpID: rp)
    let wrap = try master.wrap(record: id.record, kind: kind, recipient: keys.recipientPublic, pad: keys.pad)
    return SealedBundle.Way(
      credential: credential, record: try master.record(keys, salt: salt, wrap: wrap).jws, wrap: wrap)
  }

  enum Wrong: CaseIterable {
    case none, otherRP, otherSalt, otherAccount, laterG, noG, phrase, oneMore, noneOfOwn, strangersKey, otherWrap, kit,
      junk
  }

  /// They must belong to this site, this salt, this account and this generation.
  @Test(
    "a key is written only with a fitting record and wrap, and with nothing beside them",
    arguments: Wrong.allCases)
  func commits(_ wrong: Wrong) async throws {
    var client = try await committing()
    let work = try #require(client.answer?.start.last), id = try work.key(), before = try await client.rows()
    var robin = try await client.another()
    try await robin.register("robin", Keys())
    let strangers = try #require(try await robin.rows().ways.first).id.rawValue
    var bundle = SealedBundle(g: 1, ways: [try way(client, credential: id)])
    switch wrong {
    case .none, .junk: break
    case .otherRP: bundle.ways = [try way(client, rp: "elsewhere.example", credential: id)]
    case .otherSalt: bundle.ways = [try way(client, salt: [UInt8](repeating: 8, count: 32), credential: id)]
    case .otherAccount: bundle.ways = [try way(client, account: robin.account, credential: id)]
    case .laterG: bundle.g = 2
    case .noG: bundle.g = 0
    case .phrase: bundle.ways = [try way(client, .phrase, credential: id)]
    case .oneMore: bundle.ways.append(try way(client, .phrase))
    case .noneOfOwn: bundle.ways = []
    case .strangersKey: bundle.ways.append(try way(client, credential: strangers))
    case .kit: bundle.ways[0].kit = SealedBundle.Kit(number: 1, check: "7KQ4M2XD")
    case .otherWrap: bundle.ways[0].wrap = try way(client).wrap
    }
    let made = wrong == .junk ? "{\"g\":1}" : try #require(try WayNews(making: bundle).made)
    try await client.report(.way(.made(made)), for: work.ticket)
    let after = try await client.rows()
    guard wrong != .none else {
      #expect(after.way("black")?.opens == true)
      return
    }
    #expect(after == before)
    #expect(client.answer?.screen.says.first?.id == "B-27.changed")
  }

  enum WrongRotation: CaseIterable {
    case lacksKept, lacksWrap, dropsMore, keepsDropped, otherHistory, historyFromBefore, otherIndex, otherRev, older,
      byStranger
  }

  /// Each part must be the one that its statement names.
  @Test(
    "a new generation leaves out only what it is asked to, and has the parts that it states",
    arguments: WrongRotation.allCases)
  func rotates(_ wrong: WrongRotation) async throws {
    var (client, _) = try await Client.enrolled(keys)
    let black = try await client.way("black"), yellow = try #require(try await client.way("yellow").sealed?.recordID),
      before = try await client.rows()
    client.pausesAt = "way.drop"
    try await client.start(.revocation, about: black.id)
    try await client.press("lost"); try await client.press("opening.confirm"); try await client.touch(keys.yellow)
    let work = try #require(client.answer?.start.last), old = try #require(client.hands.open?[1])
    var hands = client.hands, asked = work
    if wrong == .dropsMore { asked.materials?.dropping.append(yellow) }
    if wrong == .keepsDropped { asked.materials?.dropping = [] }
    hands.spoil = { bundle in
      let made = bundle
      switch wrong {
      case .lacksKept: bundle.rotation?.statement = Self.statement(without: yellow, made, old) ?? ""
      case .historyFromBefore:
        bundle = Self.fromBefore(made, old)
      case .lacksWrap: bundle.rotation?.wraps[yellow] = nil
      case .otherHistory: bundle.rotation?.history += "A"
      case .otherIndex: bundle.rotation?.index += "A"
      case .otherRev: bundle.rotation?.indexRev += 1
      case .older: bundle.g = 0
      case .byStranger: bundle.rotation?.statement = Self.statement(without: nil, made, nil) ?? ""
      case .dropsMore, .keepsDropped: break
      }
    }
    let news = try hands.perform(asked)
    try await client.report(.way(news), for: work.ticket)
    #expect(try await client.rows().withoutProofs == before.withoutProofs)
    client.pausesAt = nil
    for key in [keys.yellow, keys.black] { #expect(try await client.openJournal(key)) }
  }
  /// A bundle's statement, rewritten to omit one way or signed by a Master Key that is not the account's.
  static func statement(without id: String?, _ bundle: SealedBundle, _ signer: MasterKey?) -> String? {
    guard let rotation = bundle.rotation, let read = try? GenerationStatement(reading: rotation.statement),
      let signer = try? signer ?? MasterKey.draw(account: read.account, generation: 1)
    else { return nil }
    let payload = GenerationStatement.payload(
      account: read.account, generation: read.generation, authority: read.authority,
      historyHash: Compact.hash(rotation.history),
      indexHash: read.indexHash, keep: read.keep.filter { Base64URL.encode($0.record) != id })
    return try? signer.sign(payload, typ: GenerationStatement.typ)
  }
  /// The bundle with a history in its original form: a Master Key inside and no statement name, 32 bytes.
  private static func fromBefore(_ bundle: SealedBundle, _ signer: MasterKey) -> SealedBundle {
    var bundle = bundle
    var parts = (bundle.rotation?.history ?? "").split(separator: ".", omittingEmptySubsequences: false).map(
      String.init)
    parts[3] = Base64URL.encode((Base64URL.decode(parts[3]) ?? []).prefix(32))
    bundle.rotation?.history = parts.joined(separator: ".")
    let statement = statement(without: nil, bundle, signer) ?? ""
    bundle.rotation?.statement = statement
    return bundle
  }

  /// The second is told that a Master Key exists.
  @Test("of two simultaneous enrollments, the first creates the Master Key; the second continues")
  func twoEnrollments() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    var other = try await client.another(with: keys.laptop)
    try await client.beginEnrollment(keys.laptop)
    try await other.beginEnrollment(keys.laptop)
    other.pausesAt = "way.open"
    try await other.name(keys.black, "black")
    try await other.touch(keys.black)
    try await client.enrollPrimary(keys.yellow)
    try await other.resume()
    #expect(other.answer?.screen.says.first?.id == "B-27.changed")
    let first = try await client.rows()
    #expect(first.g == 1 && first.labels == ["", "yellow"])
    try await other.press("tapAgain"); try await other.touch(keys.black)
    #expect(other.choices.contains("opening.confirm"), "a key that opens is asked for")
    try await other.press("opening.confirm"); try await other.touch(keys.yellow)
    #expect(try await client.rows().labels == ["", "yellow", "black"])
    #expect(try await client.openJournal(keys.black))
  }

  @Test("of two simultaneous rotations, the first takes effect and the second writes nothing")
  func twoRotations() async throws {
    var (client, words) = try await Client.enrolled(keys)
    var late = try await client.another(with: keys.black)
    try await late.start(.recoveryCode)
    try await late.press("opening.confirm"); try await late.touch(keys.black)
    late.pausesAt = "way.sealCode"
    try await late.save()
    _ = try await client.renewCode(keys.yellow)
    let between = try await client.rows(), news = try late.hands.perform(#require(late.answer?.start.last))
    try await late.report(.way(news), for: #require(late.answer?.start.last?.ticket))
    let after = try await client.rows()
    #expect(after == between && after.g == 2)
    #expect(late.banner == "B-27.changed")
    var stranger = try await client.another()
    try await stranger.start(.recovery); try await stranger.type(words)
    #expect(stranger.choices.contains("tryAgain"))
  }

  @Test("the journal accepts only changes made at its current generation and index") func journal() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    var other = try await client.another(with: keys.black)
    try await other.openJournal(keys.black)
    _ = try await client.renewCode(keys.yellow)
    await #expect(throws: Hands.Refused.self) { try await other.write("at the old generation") }
    #expect(try await client.rows().journal.count == 1)
    try await other.openJournal(keys.black)
    #expect(try await other.write("at the new one"))
  }

  @Test("the journal accepts no change without its Master Key's signature, whoever is signed in")
  func unsigned() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("first")
    let master = try #require(client.hands.open).newest, rows = try await client.rows()
    let rev = try #require(rows.journal.first { $0.id == JournalEntry.indexID }).rev + 1
    let stranger = try MasterKey.draw(account: master.account, generation: master.generation)
    func change(_ maker: MasterKey, _ text: String = "") throws -> JournalChange {
      let id = [UInt8](repeating: 9, count: 16)
      return JournalChange(
        account: master.account, generation: master.generation, entry: id, rev: 1,
        sealed: try maker.entry(id, rev: 1, Array(text.utf8)),
        index: try maker.index([], rev: rev), indexRev: rev)
    }
    // Someone with a copied cookie can send this: well formed, but made without the Master Key.
    #expect(try await !client.take(change(stranger), signedWith: stranger))
    // They can also resend this: a signature that was observed, for a different change.
    let signed = try change(master), proof = try signed.signed(with: master)
    #expect(try await !client.take(change(master, "another"), proof: proof))
    #expect(try await !client.take(signed, proof: ""))
    #expect(try await client.rows() == rows, "nothing was touched")
    #expect(try await client.take(signed, proof: proof))
  }

  @Test(
    "a touch counts up to five minutes, to the second; later, or before it, no key is written",
    arguments: [300.0, 301, -1])
  func clock(_ seconds: Double) async throws {
    var client = try await Client.asking()
    client.clock.stop()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.name(keys.yellow, "yellow")
    client.pausesAt = "way.open"
    try await client.touch(keys.yellow)
    client.clock.advance(seconds)
    try await client.resume()
    #expect(try await client.rows().labels.contains("yellow") == (seconds == 300))
    guard seconds != 300 else { return }
    try await client.press("opening.confirm"); try await client.touch(keys.laptop)
    #expect(try await client.rows().labels.contains("yellow"), "a touch of a key that stands vouches anew")
  }

  @Test("a key whose creation is unfinished vouches for nothing") func pendingKey() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    client.clock.advance(200)
    try await client.name(keys.yellow, "yellow")
    client.clock.advance(200)
    try await client.touch(keys.yellow)
    #expect(client.choices.contains("opening.confirm"))
    #expect(try await client.rows().labels == [""])
  }

  @Test("a run that continues in another account's session writes nothing there") func otherSession() async throws {
    var client = try await committing()
    var robin = try await client.another()
    try await robin.register("robin", Keys())
    let work = try #require(client.answer?.start.last), news = try client.hands.perform(work),
      before = try await robin.rows()
    robin.run = client.run
    await #expect(throws: RunnerError.noRun) { try await robin.report(.way(news), for: work.ticket) }
    // The same session, meanwhile signed in to the other account.
    let account = try robin.account
    var session = client.session
    session.account = account
    let crossed = session
    try await client.store.write { try $0.update(crossed) }
    client.session = crossed
    _ = try? await client.report(.way(news), for: work.ticket)
    #expect(try await robin.rows() == before)
  }
}
