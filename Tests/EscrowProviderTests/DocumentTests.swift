import Encoding
import Escrow
import Foundation
import Testing
import TestProvider

@Suite struct DocumentTests {
  @Test("A document is stored and returned byte for byte, with its version, signature and hash")
  func wholeWay() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), bytes = DrawnBytes.bytes(5000)
      #expect(try await max.peer.get(max.path).refusal == Refused(404, 8350))
      let kept = try await max.upload(bytes)
      #expect(kept.status == 204 && kept.fields["anastasis-version"] == "1")
      let fiveYears = provider.clock.now.timeIntervalSince1970 + 5 * 365 * 86400
      let until = try #require(kept.fields["anastasis-policy-expiration"].flatMap(Double.init))
      #expect(abs(until - fiveYears) < 60)
      let fetched = try await max.peer.get(max.path)
      #expect(fetched.status == 200 && fetched.body == bytes && fetched.fields["anastasis-version"] == "1")
      let tag = Base32Bytes(EscrowHash.of(bytes)).text
      #expect(fetched.fields["etag"] == tag)
      let signature = try #require(fetched.fields["anastasis-policy-signature"].flatMap { CrockfordBase32.decode($0) })
      #expect(AccountKey.isSigned(signature, upload: EscrowHash.of(bytes), by: max.account.publicKey))
      for known in [tag, "\"\(tag)\""] {
        #expect(try await max.peer.get(max.path, ["If-None-Match": known]).status == 304)
      }
    }
  }

  @Test("A later document becomes a new version, older ones remain, and a duplicate has no effect")
  func versions() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), first: [UInt8] = [1], second: [UInt8] = [2]
      let meta = Base32Bytes(Array("sealed".utf8)).text
      _ = try await max.upload(first, ["Anastasis-Policy-Meta-Data": meta])
      let again = try await max.upload(first)
      #expect(again.status == 304 && again.fields["anastasis-version"] == "1")
      #expect(try await max.upload(second).fields["anastasis-version"] == "2")
      #expect(try await max.upload(first).fields["anastasis-version"] == "3")
      #expect(try await max.peer.get(max.path + "?version=2").body == second)
      #expect(try await max.peer.get(max.path).body == first)
      #expect(try await max.peer.get(max.path + "?version=4").refusal == Refused(404, 8350))
      let entries = try await max.peer.get(max.path + "/meta").json
      #expect(Set(entries.keys) == ["1", "2", "3"])
      #expect(
        (entries["1"] as? [String: Any])?["meta"] as? String == meta
          && (entries["2"] as? [String: Any])?["meta"] is NSNull)
      #expect(((entries["1"] as? [String: Any])?["upload_time"] as? [String: Any])?["t_s"] is Int)
      #expect(Set(try await max.peer.get(max.path + "/meta?max_version=2").json.keys) == ["1", "2"])
      #expect(Set(try await max.peer.get(max.path + "/meta?max_version=9").json.keys) == ["1", "2", "3"])
      #expect(try await max.peer.get(max.path + "/meta?max_version=0").refusal == Refused(404, 8350))
      let other = try Depositor(provider, name: "Maxine")
      #expect(try await other.peer.get(other.path + "/meta").refusal == Refused(404, 8350))
    }
  }

  @Test(
    "The data beside a document, which lists repeat and nobody signs, stays small"
  )
  func metaData() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), field = "Anastasis-Policy-Meta-Data"
      let longest = DocumentMetaData(
        documentHash: DrawnBytes.bytes(64), secretName: String(repeating: "x", count: BackupOrder.maximumNameCount))
      #expect(try await max.upload([1], [field: Base32Bytes(longest.sealed(for: max.user)).text]).status == 204)
      #expect(try await max.upload([2], [field: Base32Bytes(DrawnBytes.bytes(1025)).text]).refusal == Refused(400, 26))
      #expect(try await max.peer.get(max.path + "/meta").json.keys.sorted() == ["1"])
    }
  }

  @Test("An upload that contradicts its claims is rejected with the protocol's code and not stored")
  func refused() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), other = try Depositor(provider, name: "Maxine"), bytes: [UInt8] = [1, 2, 3]
      let foreign = Base32Bytes(other.account.sign(upload: EscrowHash.of(bytes))).text
      let cases: [(change: [String: String?], query: String, refusal: Refused)] = [
        (["Anastasis-Policy-Signature": nil], "", Refused(400, 8305)),
        (["Anastasis-Policy-Signature": "ABC"], "", Refused(400, 8305)),
        (["Anastasis-Policy-Signature": "!"], "", Refused(400, 8305)),
        (["Anastasis-Policy-Signature": foreign], "", Refused(403, 8305)),
        (["If-None-Match": nil], "", Refused(400, 8306)),
        (["If-None-Match": "ABC"], "", Refused(400, 8306)),
        (["Anastasis-Policy-Meta-Data": "?"], "", Refused(400, 26)),
        (["Anastasis-Payment-Identifier": "ABC"], "", Refused(400, 26)),
        ([:], "?storage_duration=6", Refused(400, 26)), ([:], "?storage_duration=one", Refused(400, 26)),
        ([:], "?storage_duration=99999999999999999999", Refused(400, 26)), ([:], "?timeout_ms=-1", Refused(400, 26)),
      ]
      for one in cases {
        #expect(try await max.upload(bytes, query: one.query, one.change).refusal == one.refusal, "\(one)")
      }
      #expect(try await max.upload(bytes, body: [1, 2, 4]).refusal == Refused(400, 8307))
      #expect(try await max.peer.get(max.path).refusal == Refused(404, 8350))
      for path in ["policy/ABC", "policy/\(String(repeating: "!", count: 52))", "policy/%00", "policy/ABC/meta"] {
        #expect(try await max.peer.get(path).refusal == Refused(400, 26), "\(path)")
      }
      for query in ["?version=x", "?version=-1", "?version=99999999999999999999", "?version="] {
        #expect(try await max.peer.get(max.path + query).refusal == Refused(400, 26), "\(query)")
      }
      for version in ["x", "-1", "99999999999999999999", ""] {
        #expect(
          try await max.peer.get(max.path + "/meta?max_version=\(version)").refusal == Refused(400, 26), "\(version)")
      }
      #expect(try await max.peer.get(max.path, ["If-None-Match": "x"]).refusal == Refused(400, 8301))
    }
  }

  @Test("An upload of the limit's size is too large; one byte less is accepted")
  func limit() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), most = 1024 * 1024
      #expect(try await max.upload([UInt8](repeating: 7, count: most)).refusal == Refused(413, 6105))
      let bytes = [UInt8](repeating: 7, count: most - 1)
      #expect(try await max.upload(bytes).status == 204)
      #expect(try await max.peer.get(max.path).body == bytes)
    }
  }

  @Test("After its years, a document is gone both for clients and from the database")
  func expiry() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider)
      _ = try await max.upload([1])
      provider.clock.advance(4.9 * 365 * 86400)
      try await provider.server.sweep()
      #expect(try await max.peer.get(max.path).status == 200)
      provider.clock.advance(0.2 * 365 * 86400)
      #expect(try await max.peer.get(max.path).refusal == Refused(404, 8350))
      #expect(try await max.peer.get(max.path + "/meta").refusal == Refused(404, 8350))
      try await provider.server.sweep()
      let key = max.account.publicKey
      #expect(try await provider.store.read { try $0.newestDocument(of: key) } == nil)
    }
  }
}
