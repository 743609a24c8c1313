import Browser
import Model
import TestSite
import Testing

@Suite struct CounterTests {
  func signIn(_ visit: Visit) async throws {
    try await visit.choose("Passkey-only login")
    try await visit.page.press("Sign in with a passkey")
  }
  func stored(_ visit: Visit) async throws -> (Credential, [AuditEvent]) {
    let name = try #require(Username("mirela"))
    return try await visit.site.store.read { records in
      let account = try #require(try records.account(named: name))
      return (
        try #require(try records.credentials(of: account.id).first), try records.entries(of: account.id).map(\.event)
      )
    }
  }
  /// Sets the key's counter back to an earlier value, as in a copy of the key.
  func rewind(_ visit: Visit) async throws {
    var copy = try #require(try await visit.key.credentials().first)
    try await visit.key.clear()
    copy.signCount = 0
    try await visit.key.add(copy)
  }

  @Test("E-16 E-17 E-19 G-21: the counter grows and is stored; a lower one is logged but accepted")
  func warns() async throws {
    try await withVisit { visit in
      try await visit.register()
      var counts: [UInt32] = [try await stored(visit).0.signCount]
      for _ in 1...2 {
        try await signIn(visit)
        try await visit.isSignedIn()
        counts.append(try await stored(visit).0.signCount)
        #expect(try await visit.key.credentials().first?.signCount == Int(counts.last ?? 0))
      }
      #expect(counts == counts.sorted() && Set(counts).count == 3)
      #expect(try await !stored(visit).1.contains(.counterRegressed))
      try await rewind(visit)
      try await signIn(visit)
      try await visit.isSignedIn()
      #expect(try await stored(visit).1.contains(.counterRegressed))
    }
  }

  @Test("E-17 G-21 B-27: the strict policy rejects, reports and logs a lower counter")
  func refuses() async throws {
    try await withVisit(site: { $0.isCounterStrict = true }) { visit in
      try await visit.register()
      for _ in 1...2 {
        try await signIn(visit)
        try await visit.isSignedIn()
      }
      try await rewind(visit)
      let before = try await stored(visit).0.signCount
      try await visit.page.signOutHere()
      try await signIn(visit)
      try await visit.page.wait(forText: "This passkey may have been copied")
      #expect(try await stored(visit).1.contains(.counterRegressed))
      #expect(try await stored(visit).0.signCount == before)
      #expect(try await !visit.isSignedInOnServer())
    }
  }
}
