import TestMetadata
import Testing

@testable import RelyingParty

@Suite struct MetadataCacheTests {
  @Test("a newer BLOB is due from the day of the next update, but not twice within a day") func due() throws {
    let signer = try SignedMetadata()
    var payload = MetadataPayload()
    payload.nextUpdate = "\"2026-01-01\""
    let token = try signer.token(payload.json), now = Ceremony.now
    func cache(fetched: Int64) throws -> MetadataCache {
      try MetadataCache(kept: token, fetchedAt: UnixTime(seconds: now.seconds + fetched))
    }
    let old = try cache(fetched: -40 * 86400)
    #expect(old.number == 7 && old.nextUpdate == now && old.bytes == token)
    #expect(!old.isDue(at: UnixTime(seconds: now.seconds - 1)) && old.isDue(at: now))
    #expect(
      try !cache(fetched: 0).isDue(at: now) && !cache(fetched: 0).isDue(at: UnixTime(seconds: now.seconds + 86399)))
    #expect(try cache(fetched: 0).isDue(at: UnixTime(seconds: now.seconds + 86400)))
    #expect(throws: MetadataError(.malformed)) { try MetadataCache(kept: Array(token.dropLast(200)), fetchedAt: now) }
  }
}
