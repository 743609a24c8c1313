import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// The contract that every driver must satisfy.
@Suite(.onEachDatabase) struct StoreContractTests {
  let store: any Store
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let account: Account
  init() throws {
    store = try DatabaseKind.current.makeStore()
    account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("Mirela")), createdAt: now)
  }

  @Test("parameters are bound by their number, whatever their order in the text") func parameterOrder() async throws {
    let both = try await store.read { records in
      try rows("SELECT $2 AS second, $1 AS first, $2 AS again", .text("1"), .text("2"), in: records)
        .map { [try $0.text("first"), try $0.text("second"), try $0.text("again")] }
    }
    #expect(both == [["1", "2", "2"]])
  }
  @Test("a value of each kind is read as it was written, an empty one too") func values() async throws {
    let bytes = DatabaseKind.current == .sqlite ? "BLOB" : "BYTEA"
    try await store.read { records in
      let read = try rows(
        """
        SELECT CAST($1 AS BIGINT) AS a, CAST($2 AS BIGINT) AS b, CAST($3 AS TEXT) AS c, CAST($4 AS TEXT) AS d,
          CAST($5 AS \(bytes)) AS e, CAST($6 AS \(bytes)) AS f
        """, .null, .integer(.min), .text(""), .text("ä\u{1F511}"), .bytes([]), .bytes([0, 255, 0]), in: records)
      #expect(
        read.map(\.values)
          == [[.null, .integer(.min), .text(""), .text("ä\u{1F511}"), .bytes([]), .bytes([0, 255, 0])]])
    }
  }
  @Test("an account is found by its name in any case, and the name is not given out twice")
  func accounts() async throws {
    try await store.write { try $0.insert(account) }
    let otherCase = try #require(Username("mirELA"))
    #expect(try await store.read { try $0.account(named: otherCase) } == account)
    let second = Account(id: AccountID(Array(1..<17)), username: try #require(Username("MIRELA")), createdAt: now)
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(second) } }
    try await store.write { try $0.setPasswordHash("hash", of: account.id) }
    #expect(try await store.read { try $0.account(account.id)?.passwordHash } == "hash")
  }
  @Test("a failed transaction leaves nothing behind") func atomic() async throws {
    await #expect(throws: StoreError(.taken, "")) {
      try await store.write {
        try $0.insert(account)
        try $0.insert(account)
      }
    }
    #expect(try await store.read { try $0.account(account.id) } == nil)
  }
  @Test("a credential is returned unchanged, and its id cannot be used twice") func credentials() async throws {
    let key = Credential(
      id: KeyID(rawValue: "a"), account: account.id, publicKey: [1, 2, 0, 255], signCount: .max, wasUserVerified: true,
      isBackupEligible: nil,
      isBackedUp: false, transports: ["usb", "nfc"], aaguid: Array(repeating: 7, count: 16), attestationFormat: "none",
      vouching: "deviceBound",
      createdAt: now)
    try await store.write {
      try $0.insert(account); try $0.insert(key)
    }
    #expect(try await store.read { try $0.credential(key.id) } == key)
    await #expect(throws: StoreError(.taken, "")) { try await store.write { try $0.insert(key) } }
    var used = key
    used.signCount = 7; used.isBackupEligible = true; used.lastUsedAt = now
    try await store.write { [used] in try $0.update(used) }
    #expect(try await store.read { try $0.credentials(of: account.id) } == [used])
  }
  @Test("a session keeps only its newest challenges, which end with it; other sessions' remain")
  func challengesOfSessions() async throws {
    let one = SessionID(digest: [1]), other = SessionID(digest: [2]), signedOut = SessionID(digest: [3])
    func left() async throws -> [Int] {
      try await store.read { records in
        try rows("SELECT bytes FROM challenges ORDER BY bytes", in: records).map { Int(try $0.bytes("bytes")[0]) }
      }
    }
    try await store.write { records in
      for session in [one, other, signedOut] {
        try records.insert(Session(id: session, createdAt: now, seenAt: session == one ? now - 10 : now))
        for number in 0..<3 {
          try records.insert(
            Challenge(
              bytes: [session.digest[0] * 10 + UInt8(number)], session: session, ceremony: [],
              issuedAt: now + Double(number)))
        }
      }
      try records.deleteChallenges(of: one, butNewest: 2)
    }
    #expect(try await left() == [11, 12, 20, 21, 22, 30, 31, 32])
    try await store.write { try $0.delete(signedOut) }
    #expect(try await left() == [11, 12, 20, 21, 22])
    let ended = try await store.write { [self] in
      try $0.deleteAnonymousSessions(notSeenSince: now - 5, at: now, limit: 10)
    }
    #expect(ended == 1)
    #expect(try await left() == [20, 21, 22])
  }
  @Test("E-18: a challenge is spent only once, even by two simultaneous requests") func spend() async throws {
    let challenge = Challenge(
      bytes: Array(repeating: 9, count: 32), session: SessionID(digest: [1]), ceremony: [2], issuedAt: now)
    try await store.write { try $0.insert(challenge) }
    let taken = try await withThrowingTaskGroup(of: Challenge?.self) { group in
      for _ in 0..<8 { group.addTask { try await store.write { try $0.spend(challenge.bytes) } } }
      return try await group.reduce(into: [Challenge]()) { if let one = $1 { $0.append(one) } }
    }
    #expect(taken == [challenge])
  }
  @Test("M-09: a hand-off is spent only once, even by two simultaneous requests; old ones are swept")
  func handoffs() async throws {
    let old = Handoff(tokenHash: Array(repeating: 7, count: 32), issuedAt: now)
    let new = Handoff(tokenHash: Array(repeating: 8, count: 32), issuedAt: now + 1)
    try await store.write { records in
      for one in [old, new] { try records.insert(one) }
      try records.deleteHandoffs(issuedBefore: now + 1)
    }
    #expect(try await store.write { try $0.spend(handoff: old.tokenHash) } == nil)
    let taken = try await withThrowingTaskGroup(of: Handoff?.self) { group in
      for _ in 0..<8 { group.addTask { try await store.write { try $0.spend(handoff: new.tokenHash) } } }
      return try await group.reduce(into: [Handoff]()) { if let one = $1 { $0.append(one) } }
    }
    #expect(taken == [new])
  }
  @Test("sessions and runs are stored, found and swept") func sessionsAndRuns() async throws {
    let session = Session(id: SessionID(digest: [1, 2]), createdAt: now, seenAt: now)
    let run = Run(id: "r", session: session.id, flow: "f", origin: "lab", contents: [3], activeAt: now)
    try await store.write {
      try $0.insert(session); try $0.insert(run)
    }
    #expect(try await store.read { try $0.session(session.id) } == session)
    #expect(try await store.read { try $0.runs(of: session.id) } == [run])
    #expect(try await store.sweep { try $0.runs(notActiveSince: now, but: [], limit: 9) }?.isEmpty == true)
    #expect(try await store.sweep { try $0.runs(notActiveSince: now + 1, but: ["g", "h"], limit: 9) } == [run])
    #expect(try await store.sweep { try $0.runs(notActiveSince: now + 1, but: ["g", "f"], limit: 9) }?.isEmpty == true)
    var later = run
    (later.id, later.activeAt) = ("s", now + 1)
    try await store.write { [later] in try $0.insert(later) }
    #expect(
      try await store.sweep { try $0.runs(notActiveSince: now + 2, but: [], limit: 1) } == [run], "the oldest first")
    try await store.write { try $0.delete(session.id) }
    #expect(try await store.read { try $0.session(session.id) } == nil)
    #expect(try await store.read { try $0.runs(of: session.id) }.isEmpty, "runs end with their session")
  }
  @Test("an anonymous session is swept sooner than a signed-in one") func anonymous() async throws {
    let nobody = Session(id: SessionID(digest: [1]), createdAt: now, seenAt: now)
    let somebody = Session(
      id: SessionID(digest: [2]), account: account.id, createdAt: now, seenAt: now, signedInAt: now, browser: .terminal,
      handle: "h")
    try await store.write {
      try $0.insert(account)
      try $0.insert(nobody)
      try $0.insert(somebody)
      try $0.insert(Run(id: "r", session: nobody.id, flow: "f", origin: "lab", contents: [3], activeAt: now))
      #expect(try $0.sessions(notSeenSince: now + 1, orSignedInBefore: now, limit: 9) == [somebody.id])
      #expect(try $0.sessions(notSeenSince: now, orSignedInBefore: now, limit: 9).isEmpty)
      #expect(try $0.sessions(notSeenSince: now, orSignedInBefore: now + 1, limit: 9) == [somebody.id])
      #expect(try $0.deleteAnonymousSessions(notSeenSince: now + 1, at: now, limit: 9) == 1)
    }
    #expect(try await store.read { try $0.run("r") } == nil)
    #expect(try await store.read { try $0.session(nobody.id) } == nil)
    #expect(try await store.read { try $0.session(somebody.id) } == somebody)
  }
  @Test("a kept run outlives its session's other runs until its time, and counts for its mark")
  func kept() async throws {
    let now = now, away = Session(id: SessionID(digest: [1]), createdAt: now, seenAt: now)
    func run(_ id: String, until end: Date? = nil, for mark: [UInt8]? = nil) -> Run {
      Run(
        id: id, session: away.id, flow: "f", origin: "lab", contents: [3], activeAt: now, keptUntil: end, keptFor: mark)
    }
    let kept = run("kept", until: now + 9, for: [7]), beside = run("beside"),
      before = run("before", until: now + 2, for: [8])
    try await store.write { records in
      try records.insert(away)
      for one in [kept, beside, before] { try records.insert(one) }
      #expect(try records.run("kept") == kept)
      #expect(try records.keptRuns(at: now, for: nil) == 2)
      #expect(try records.keptRuns(at: now, for: [7]) == 1)
      #expect(try records.keptRuns(at: now, for: [9]) == 0)
      #expect(try records.keptRuns(at: now + 2, for: nil) == 1)
      #expect(try records.deleteAnonymousRuns(ofSessionsNotSeenSince: now, at: now + 2, limit: 9) == 0, "seen since")
      #expect(try records.deleteAnonymousSessions(notSeenSince: now + 1, at: now + 2, limit: 9) == 0)
      #expect(try records.deleteAnonymousRuns(ofSessionsNotSeenSince: now + 1, at: now + 2, limit: 9) == 2)
      #expect(try records.runs(of: away.id) == [kept])
      #expect(try records.deleteAnonymousSessions(notSeenSince: now + 1, at: now + 9, limit: 9) == 1)
      #expect(try records.runs(of: away.id).isEmpty)
    }
  }
  @Test("audit entries keep their order") func audit() async throws {
    let entries = [
      AuditEntry(.accountCreated, account: account.id, at: now),
      AuditEntry(.counterRegressed, account: account.id, credential: KeyID(rawValue: "a"), at: now),
    ]
    try await store.write { records in
      try records.insert(account)
      for entry in entries { try records.append(entry) }
    }
    #expect(try await store.read { try $0.entries(of: account.id) } == entries)
    #expect(try await store.read { try $0.newestEntries(of: account.id, limit: 1, skipping: 0) } == [entries[1]])
    #expect(try await store.read { try $0.newestEntries(of: account.id, limit: 2, skipping: 1) } == [entries[0]])
    #expect(try await store.read { try $0.count(of: .counterRegressed, of: account.id) } == 1)
  }
  @Test("an installation's value is set only once") func installation() async throws {
    try await store.write {
      try $0.setInstallationValue("salt", [1]); try $0.setInstallationValue("salt", [2])
    }
    #expect(try await store.read { try $0.installationValue("salt") } == [1])
  }
}
