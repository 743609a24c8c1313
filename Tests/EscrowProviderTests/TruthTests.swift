import Encoding
import Escrow
import Foundation
import Testing
import TestProvider
import TestProgram

@Suite struct TruthTests {
  @Test(
    "Only the right answer gives a share; three wrong ones stop all answers for half a minute"
  )
  func question() async throws {
    try await withProvider { provider in
      provider.clock.stop()
      let deposit = try Deposit(provider, answer: "blue"), right = try deposit.response("blue"),
        wrong = try deposit.response("Blue")
      #expect(try await deposit.upload().status == 204)
      let solved = try await deposit.solve(right)
      #expect(solved.status == 200 && solved.body == deposit.share.bytes)
      for _ in 0..<3 { #expect(try await deposit.solve(wrong).refusal == Refused(403, 8111)) }
      let stopped = try await deposit.solve(right)
      #expect(stopped.refusal == Refused(429, 8121) && stopped.json["request_limit"] as? Int == 3)
      #expect((stopped.json["request_frequency"] as? [String: Any])?["d_us"] as? Int == 30_000_000)
      provider.clock.advance(31)
      #expect(try await deposit.solve(right).status == 200)
    }
  }

  @Test("Correct answers, however many, use up no tries")
  func rightAnswers() async throws {
    try await withProvider(change: { $0.limits.wrongAnswersPerTruth = 2 }) { provider in
      provider.clock.stop()
      let deposit = try Deposit(provider, answer: "blue")
      _ = try await deposit.upload()
      for _ in 0..<8 { #expect(try await deposit.solve(try deposit.response("blue")).status == 200) }
    }
  }

  @Test("A TOTP code from a different program is accepted within two time steps, but not three")
  func totp() async throws {
    try await withProvider { provider in
      let key = DrawnBytes.bytes(32), deposit = Deposit(provider, .totp, key)
      _ = try await deposit.upload()
      provider.clock.stop()
      let now = provider.clock.now.timeIntervalSince1970
      for (shift, status) in [(0, 200), (-60.0, 200), (60.0, 200), (-120, 403), (120, 403)] {
        let outcome = try await TestProgram(
          ["/usr/bin/oathtool", "--totp=sha1", "--digits=8", "--now=@\(Int(now + shift))", Hex.encode(key)]
        ).run()
        try #require(outcome.status == 0, "oathtool is missing: scripts/setup tests")
        #expect(
          try await deposit.solve(code: outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)).status
            == status, "\(shift)")
      }
    }
  }

  @Test("An upload and its repetition are accepted, but never a different one under the same name")
  func upload() async throws {
    try await withProvider { provider in
      let deposit = try Deposit(provider, answer: "blue")
      #expect(try await deposit.upload().status == 204)
      #expect(try await deposit.upload().status == 204)
      #expect(
        try await deposit.upload(["encrypted_truth": Base32Bytes(DrawnBytes.bytes(104)).text]).refusal
          == Refused(409, 8150))
      #expect(try await deposit.upload(["type": "email"]).refusal == Refused(409, 8150))
      #expect(try await deposit.upload(["truth_mime": "text/plain"]).refusal == Refused(409, 8150))
      // The first share is kept: knowing the name is not enough to replace it.
      #expect(try await deposit.upload(["key_share_data": Base32Bytes(DrawnBytes.bytes(72)).text]).status == 204)
      #expect(try await deposit.solve(try deposit.response("blue")).body == deposit.share.bytes)
    }
  }

  @Test("Malformed, foreign or wrong requests about a truth are rejected with the protocol's codes")
  func refused() async throws {
    try await withProvider { provider in
      let deposit = try Deposit(provider, answer: "blue"), right = try deposit.response("blue")
      let uploads: [(change: [String: Any], refusal: Refused)] = [
        (["type": "retina"], Refused(400, 8151)), (["key_share_data": "ABC"], Refused(400, 22)),
        (["key_share_data": 7], Refused(400, 22)),
        (["encrypted_truth": "!"], Refused(400, 22)), (["storage_duration_years": 6], Refused(400, 26)),
        (["storage_duration_years": -1], Refused(400, 26)), (["storage_duration_years": "1"], Refused(400, 22)),
        (["storage_duration_years": 1.5], Refused(400, 22)), (["truth_mime": 1], Refused(400, 22)),
        (["truth_mime": "text/plain\0"], Refused(400, 26)),
      ]
      for one in uploads { #expect(try await deposit.upload(one.change).refusal == one.refusal, "\(one)") }
      #expect(try await deposit.solve(right).refusal == Refused(404, 8108))
      #expect(try await deposit.challenge().refusal == Refused(404, 8108))
      #expect(try await deposit.upload(["storage_duration_years": 0]).status == 204)
      let otherKey = Base32Bytes(DrawnBytes.bytes(64)).text
      #expect(try await deposit.solve(right, ["truth_decryption_key": otherKey]).refusal == Refused(400, 8120))
      #expect(try await deposit.solve(right, ["truth_decryption_key": "AB"]).refusal == Refused(400, 22))
      #expect(try await deposit.solve(right, ["h_response": "AB"]).refusal == Refused(400, 22))
      #expect(try await deposit.solve(right, ["payment_secret": "AB"]).refusal == Refused(400, 22))
      #expect(try await deposit.challenge().refusal == Refused(400, 8123))
      let bodies = ["", "{", "[]", "null", "{}", String(repeating: "[", count: 100_000), "\u{0}", "\"\\ud800\""]
      for path in [deposit.path, deposit.path + "/challenge", deposit.path + "/solve"] {
        for body in bodies {
          let refusal = try await deposit.peer.post(path, Array(body.utf8)).refusal
          #expect(refusal == Refused(400, 22) || refusal == Refused(413, 6105), "\(path) \(body.prefix(8)) \(refusal)")
        }
        #expect(
          try await deposit.peer.post(path.replacing(deposit.id.text, with: "XYZ"), []).refusal == Refused(400, 26))
      }
      // RFC 8259 §8.1: only UTF-8, however well other encodings could be read.
      let fields = deposit.uploadBody.merging(["storage_duration_years": 0]) { $1 }
      let whole = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
      #expect(try await deposit.peer.post(deposit.path, Array(whole.utf8)).status == 204)
      for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian] {
        let other = Array(try #require(whole.data(using: encoding)))
        #expect(try await deposit.peer.post(deposit.path, other).refusal == Refused(400, 22), "\(encoding)")
      }
      let broken = Array(whole.utf8.dropLast()) + Array(#", "x": ""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
      #expect(try await deposit.peer.post(deposit.path, broken).refusal == Refused(400, 22))
      let long = [UInt8](repeating: 32, count: 1024 * 1024)
      #expect(try await deposit.peer.post(deposit.path, long).refusal == Refused(413, 6105))
    }
  }

  @Test("A truth whose contents its method cannot use is rejected, and the method is named")
  func unfit() async throws {
    try await withProvider { provider in
      let cases: [(MethodType, String, Refused)] = [
        (.totp, "short", Refused(409, 8241)), (.email, "nobody", Refused(409, 8210)),
        (.email, "-oProxy@x.example", Refused(409, 8210)),
        (.email, "a@b.example\r\nBcc: c@d.example", Refused(409, 8210)), (.sms, "+41 79", Refused(409, 8200)),
        (.sms, "", Refused(409, 8200)),
        (.post, "{}", Refused(409, 8220)), (.post, "Seestr. 1", Refused(409, 8220)),
        (.iban, "DE00370400440532013000", Refused(409, 8230)),
        (.iban, "{\"account\":\"DE89370400440532013000\"}", Refused(409, 8230)), (.iban, "", Refused(409, 8230)),
      ]
      for (type, plain, refusal) in cases {
        let deposit = Deposit(provider, type, plain)
        #expect(try await deposit.upload().status == 204)
        let answer = try await type == .totp ? deposit.solve(code: "1") : deposit.challenge()
        #expect(answer.refusal == refusal, "\(type.rawValue) \(plain)")
      }
      #expect(provider.outbox.letters.isEmpty)
    }
  }

  @Test("A truth is deleted once its years have passed")
  func expiry() async throws {
    try await withProvider { provider in
      let deposit = try Deposit(provider, answer: "blue"), right = try deposit.response("blue")
      _ = try await deposit.upload(["storage_duration_years": 2])
      provider.clock.advance(1.9 * 365 * 86400)
      try await provider.server.sweep()
      #expect(try await deposit.solve(right).status == 200)
      provider.clock.advance(0.2 * 365 * 86400)
      #expect(try await deposit.solve(right).refusal == Refused(404, 8108))
      try await provider.server.sweep()
      let id = deposit.id.bytes
      #expect(try await provider.store.read { try $0.truth(id) } == nil)
    }
  }
}
