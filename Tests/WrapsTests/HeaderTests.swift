import Encoding
import Testing

@testable import Wraps

/// The server's checks of texts that it cannot open.
@Suite struct HeaderTests {
  let world: World
  init() throws { world = try Vectors.world() }

  @Test("a wrap is rejected for any other account, record, kind or generation") func wraps() throws {
    let (wrap, way) = (try world.wrap(.key, 2), try world.keys(.key).way)
    let other = try world.keys(.phrase).way.record
    func check(
      _ jwe: String, account: [UInt8]? = nil, record: [UInt8]? = nil, kind: WayKind = .key, generation: UInt32 = 2
    ) throws {
      try SealedWrap.check(
        jwe, account: account ?? way.account, record: record ?? way.record, kind: kind, generation: generation)
    }
    try check(wrap)
    #expect(throws: WrapsError(.header)) { try check(wrap, account: other) }
    #expect(throws: WrapsError(.header)) { try check(wrap, record: other) }
    #expect(throws: WrapsError(.header)) { try check(wrap, kind: .card) }
    #expect(throws: WrapsError(.header)) { try check(wrap, generation: 3) }
    #expect(throws: WrapsError(.header)) { try check(world.vectors.history.jwe) }
  }

  @Test("an entry is rejected for any other account, id, revision or generation") func entries() throws {
    let entry = try world.entry("entry-2"), id = try hex(entry.id)
    func check(account: [UInt8]? = nil, id other: [UInt8]? = nil, rev: UInt32 = 1, generation: UInt32 = 2) throws {
      try SealedEntry.check(
        entry.jwe, account: account ?? world.account, entry: other ?? id, rev: rev, generation: generation)
    }
    try check()
    #expect(throws: WrapsError(.header)) { try check(account: id) }
    #expect(throws: WrapsError(.header)) { try check(id: SealedEntry.index) }
    #expect(throws: WrapsError(.header)) { try check(rev: 2) }
    #expect(throws: WrapsError(.header)) { try check(generation: 1) }
  }

  @Test("a history is rejected for any other account or generation") func history() throws {
    let history = world.vectors.history.jwe
    try SealedHistory.check(history, account: world.account, generation: 2)
    #expect(throws: WrapsError(.header)) { try SealedHistory.check(history, account: SealedEntry.index, generation: 2) }
    #expect(throws: WrapsError(.header)) { try SealedHistory.check(history, account: world.account, generation: 1) }
  }

  @Test("a text needs five parts, the second empty, a 12-byte iv, 16-byte tag and strict base64url")
  func shape() throws {
    let history = world.vectors.history.jwe
    let parts = history.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    func check(_ place: Int, _ part: String) throws {
      var parts = parts
      parts[place] = part
      try SealedHistory.check(parts.joined(separator: "."), account: world.account, generation: 2)
    }
    func zeros(_ count: Int) -> String { Base64URL.encode([UInt8](repeating: 0, count: count)) }
    try check(2, zeros(12))
    for (place, part) in [
      (1, "AA"), (2, zeros(11)), (2, zeros(13)), (2, ""), (4, zeros(15)), (4, zeros(17)), (4, ""), (3, "AA.AA"),
      (4, "AA."),
    ] {
      #expect(throws: WrapsError(.shape), "\(place) \(part)") { try check(place, part) }
    }
    for (place, part) in [
      (2, zeros(12) + "="), (3, "A"), (3, "AB"), (3, "A+"), (3, "A A"), (3, "\u{e9}"), (4, " " + zeros(16)), (4, "\0"),
    ] {
      #expect(throws: WrapsError(.base64URL), "\(place) \(part)") { try check(place, part) }
    }
    for header in ["", zeros(3), parts[0] + "=", parts[0] + "A", "\u{e9}"] {
      #expect(throws: WrapsError(.header), "\(header)") { try check(0, header) }
    }
    for text in ["", ".", "....", "a.b.c", String(repeating: ".", count: 100_000)] {
      #expect(throws: WrapsError.self) { try SealedHistory.check(text, account: world.account, generation: 2) }
    }
  }
}
