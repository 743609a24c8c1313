import Encoding
import Escrow
import EscrowProvider
import Foundation
import Testing
import TestProvider

@Suite struct OldProtocolTests {
  private func get(_ deposit: Deposit, _ response: [UInt8]? = nil, key: String? = nil) async throws -> PeerAnswer {
    let query = response.map { "?response=\(Base32Bytes($0).text)" } ?? ""
    return try await deposit.peer.get(deposit.path + query, ["Anastasis-Truth-Decryption-Key": key ?? deposit.key.text])
  }

  @Test("An older client gets the salt under its older name, and answers at its original address")
  func wholeWay() async throws {
    try await withProvider(change: { $0.speaksOldProtocol = true }) { provider in
      let config = try await Peer(provider).get("config").json
      #expect(
        config["server_salt"] as? String == config["provider_salt"] as? String
          && config["version"] as? String == "1:0:1")
      let question = try Deposit(provider, answer: "blue")
      _ = try await question.upload()
      #expect(try await get(question).refusal == Refused(403, 8110))
      #expect(try await get(question, try question.response("red")).refusal == Refused(403, 8111))
      #expect(try await get(question, try question.response("blue")).body == question.share.bytes)

      let email = Deposit(provider, .email, "max@example.com")
      #expect(try await get(email).refusal == Refused(404, 8108))
      _ = try await email.upload()
      let started = try await get(email)
      #expect(started.refusal == Refused(403, 8110) && started.json["detail"] as? String == "max")
      #expect(try await get(email).refusal == Refused(208, 8113))
      let code = try #require(UInt64(provider.lastCode?.dropFirst(2) ?? ""))
      #expect(try await get(email, AnswerHash.of(code: code)).body == email.share.bytes)
      #expect(try await get(email, key: Base32Bytes(DrawnBytes.bytes(64)).text).refusal == Refused(417, 8120))
      #expect(try await get(email, key: "ABC").refusal == Refused(400, 26))

      let unfit = Deposit(provider, .sms, "nobody")
      _ = try await unfit.upload()
      #expect(try await get(unfit).refusal == Refused(417, 8200))

      let iban = Deposit(provider, .iban, "DE89370400440532013000")
      _ = try await iban.upload()
      let wire = try await get(iban)
      #expect(wire.status == 202 && wire.json["method"] as? String == "iban" && wire.json["async"] as? Bool == true)
      let answer = try #require(wire.json["answer_code"] as? UInt64)
      #expect((wire.json["details"] as? [String: Any])?["wire_transfer_subject"] as? String == "Anastasis \(answer)")
      #expect(try await get(iban, AnswerHash.of(code: answer)).refusal == Refused(403, 8231))
    }
  }

  @Test("Without the flag the older protocol is not available")
  func off() async throws {
    try await withProvider { provider in
      let question = try Deposit(provider, answer: "blue")
      _ = try await question.upload()
      #expect(try await get(question).refusal == Refused(405, 20))
      #expect(try await Peer(provider).get("config").json["server_salt"] == nil)
    }
  }
}
