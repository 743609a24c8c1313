import Encoding
import SeededNumbers
import Testing

@testable import Wraps

/// A copy of a journal opens with what it names, says why it does not, and gives nothing when anything in it is off.
@Suite struct CopyTests {
  let written: WrittenCopy
  init() throws { written = try WrittenCopy() }

  private func refusal(_ bytes: [UInt8], _ kind: WayKind = .phrase, _ secret: [UInt8]? = nil) throws -> CopyRefusal? {
    do throws(CopyRefusal) {
      _ = try JournalCopy(reading: bytes).open(kind, secret: secret ?? written.secrets[kind] ?? [])
      return nil
    } catch { return error }
  }

  @Test("the code, a card and the escrow secret each open every entry, from the generation in which it was written")
  func opens() throws {
    let bytes = try written.bytes()
    for (kind, secret) in written.secrets {
      #expect(try WrittenCopy.texts(bytes, kind, secret) == WrittenCopy.texts, "\(kind)")
    }
    let copy = try JournalCopy(reading: bytes)
    #expect(copy.kit == 2 && copy.username == "mirela" && copy.made == "2026-11-26T18:00:00Z")
    #expect(copy.keys.map(\.name) == ["yellow"] && copy.events.map(\.event) == ["account_created"])
  }

  @Test("the words of another kit, another secret and one that is too short are told from a damaged copy")
  func otherSecret() throws {
    let bytes = try written.bytes()
    #expect(try refusal(bytes, .phrase, [UInt8](repeating: 9, count: 16)) == .anotherSecret)
    #expect(try refusal(bytes, .escrow, [UInt8](repeating: 9, count: 32)) == .anotherSecret)
    #expect(try refusal(bytes, .escrow, [1, 2, 3]) == .anotherSecret && refusal(bytes, .phrase, []) == .anotherSecret)
    #expect(try refusal(bytes, .key, [UInt8](repeating: 9, count: 32)) == .noSuchWay)
    var keyless = written
    keyless.ways = []
    #expect(try refusal(keyless.bytes()) == .noSuchWay)
  }

  @Test("no single flipped bit, no shortened copy and no added byte is accepted, and none crashes the program")
  func altered() throws {
    let bytes = try written.bytes()
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 8)
      #expect(try refusal(changed) != nil, "byte \(place)")
      if place % 5 == 0 { #expect(try refusal(Array(bytes[..<place])) != nil, "\(place) bytes") }
    }
    for more in ["\n", " ", "}", "{}"] { #expect(try refusal(bytes + Array(more.utf8)) == .damaged) }
    #expect(try refusal([]) == .notACopy && refusal(Array("{}".utf8)) == .notACopy)
    #expect(try refusal(Array(#"{"format":"ls1-copy","version":2,"made":"later"}"#.utf8)) == .anotherVersion)
  }

  enum Signed: CaseIterable {
    case entryMissing, entryAdded, oldIndex, historyMissing, statementMissing, otherWrap, strangersKey,
      otherAccountsRecord
  }

  /// The signature alone proves nothing: everything is judged by the Master Keys that opened.
  @Test("a copy that is signed, but does not fit what opens, is refused", arguments: Signed.allCases)
  func unfit(_ what: Signed) throws {
    var copy = written, signer: MasterKey?
    switch what {
    case .entryMissing: copy.entries.removeValue(forKey: try #require(copy.entries.keys.min()))
    case .entryAdded: copy.entries["AAAAAAAAAAAAAAAAAAAAAA"] = copy.entries.values.first
    case .oldIndex: copy.indexRev -= 1
    case .historyMissing: copy.histories = []
    case .statementMissing: copy.statements.removeFirst()
    case .otherWrap: copy.ways = copy.ways.map { CopiedWay(record: $0.record, wrap: copy.ways[0].wrap) }
    case .strangersKey: signer = try MasterKey.draw(account: written.account, generation: 2)
    case .otherAccountsRecord: copy.ways = try WrittenCopy().ways
    }
    #expect(try refusal(copy.bytes(signedBy: signer)) == .damaged)
  }

  @Test("random changes inside a signed copy are refused or change nothing, and none crashes the program")
  func random() throws {
    var random = SeededNumbers(seed: 5)
    for _ in 0..<60 {
      var copy = written
      var way = Array(copy.ways[0].record.utf8)
      way[Int.random(in: way.indices, using: &random)] = UInt8.random(in: 32..<127, using: &random)
      copy.ways[0] = CopiedWay(record: String(decoding: way, as: UTF8.self), wrap: copy.ways[0].wrap)
      let isSame = copy.ways == written.ways
      #expect(try (refusal(copy.bytes()) == nil) == isSame)
    }
  }

  @Test("a request counts for its account, generation, page and challenge alone, and is no change of the journal")
  func request() throws {
    let challenge = [UInt8](repeating: 4, count: 32), master = written.newest
    let request = CopyRequest(
      account: written.account, generation: 2, origin: "https://latchstring.example", challenge: challenge)
    let signed = try request.signed(with: master)
    try request.verify(signed, authority: master.authority)
    for change: (inout CopyRequest) -> Void in [
      { $0.account[0] ^= 1 }, { $0.generation = 1 }, { $0.origin = "https://elsewhere.example" },
      { $0.challenge[0] ^= 1 },
    ] {
      var other = request
      change(&other)
      #expect(throws: WrapsError(.proof)) { try other.verify(signed, authority: master.authority) }
    }
    let stranger = try MasterKey.draw(account: written.account, generation: 2)
    #expect(throws: WrapsError(.signature)) { try request.verify(signed, authority: stranger.authority) }
    let journal = JournalChange(
      account: written.account, generation: 2, entry: written.account, rev: 1, sealed: nil, index: "", indexRev: 1)
    #expect(throws: WrapsError(.header)) {
      try request.verify(try journal.signed(with: master), authority: master.authority)
    }
  }
}
