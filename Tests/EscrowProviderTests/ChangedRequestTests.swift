import Encoding
import Escrow
import Foundation
import SeededNumbers
import TestProvider
import Testing

/// Requests and truths with randomly changed bytes, the same in every run.
@Suite struct ChangedRequestTests {
  private static func changed(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes.insert(Array("09-.eE\"\\{}[]:,\0".utf8).randomElement(using: &random) ?? 0, at: place)
      case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...8, using: &random)))
      default: bytes.remove(at: place)
      }
    }
    return bytes
  }

  @Test("Requests with altered bytes are accepted or rejected, without an internal error")
  func requests() async throws {
    try await withProvider(change: { $0.speaksOldProtocol = true }) { provider in
      var random = SeededNumbers(seed: 20_261_122), statuses: [Int: Int] = [:]
      let deposit = Deposit(provider, .email, "max@example.com"), right = Base32Bytes(DrawnBytes.bytes(64)).text
      _ = try await deposit.upload()
      let upload = Array(try JSONSerialization.data(withJSONObject: deposit.uploadBody))
      let answer = Array(
        #"{"truth_decryption_key":"\#(deposit.key.text)","h_response":"\#(right)","payment_secret":null}"#.utf8)
      for round in 0..<150 {
        let (path, body) = [
          (deposit.path, upload), (deposit.path + "/challenge", answer), (deposit.path + "/solve", answer),
        ][round % 3]
        let status = try await deposit.peer.post(path, Self.changed(body, &random)).status
        statuses[status, default: 0] += 1
      }
      let max = try Depositor(provider), fields = max.headers(for: [1, 2, 3], ["Anastasis-Policy-Meta-Data": "C86H08"])
      for round in 0..<80 {
        let name = fields.keys.sorted()[round % fields.count]
        // Bytes that are invalid in a header never get here.
        let value = Self.changed(Array((fields[name] ?? "").utf8), &random).filter { (0x21...0x7e).contains($0) }
        let status = try await max.peer.post(
          max.path, [1, 2, 3], fields.merging([name: String(decoding: value, as: UTF8.self)]) { $1 }
        ).status
        statuses[status, default: 0] += 1
      }
      #expect(statuses.keys.allSatisfy { $0 < 500 } && statuses[400, default: 0] > 50, "\(statuses)")
      #expect(try await max.peer.get("config").status == 200)
    }
  }

  @Test("Truths with altered bytes are usable or rejected, without an internal error")
  func truths() async throws {
    try await withProvider { provider in
      var random = SeededNumbers(seed: 20_261_122), statuses: [Int: Int] = [:]
      let plains: [(MethodType, [UInt8])] = [
        (.email, Array("max@example.com".utf8)), (.sms, Array("+41791234567".utf8)),
        (.iban, Array("DE89370400440532013000".utf8)),
        (.post, Array(#"{"city":"Bern","country":"ch","full_name":"Max","postcode":"3000","street":"Gasse 1"}"#.utf8)),
        (.totp, DrawnBytes.bytes(32)), (.question, DrawnBytes.bytes(64)),
      ]
      for (type, plain) in plains {
        for _ in 0..<20 {
          let deposit = Deposit(provider, type, Self.changed(plain, &random))
          #expect(try await deposit.upload().status == 204)
          let status =
            try await type.needsChallenge ? deposit.challenge().status : deposit.solve(DrawnBytes.bytes(64)).status
          statuses[status, default: 0] += 1
        }
      }
      #expect(Set(statuses.keys).isSubset(of: [200, 403, 409]) && statuses[409, default: 0] > 10, "\(statuses)")
    }
  }
}
