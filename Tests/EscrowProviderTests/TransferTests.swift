import Escrow
import EscrowProvider
import Foundation
import Model
import Synchronization
import Testing
import TestProvider

@Suite struct TransferTests {
  @Test(
    "Only a transfer from the truth's account, with the code and all the money, gives the share"
  )
  func transfer() async throws {
    let came = Mutex<[BankTransfer]>([])
    let iban = "DE89370400440532013000", price = try #require(Amount("TESTKUDOS:0.1"))
    func arrive(_ reference: String, from: String = iban, amount: String = "TESTKUDOS:0.1", _ subject: String) {
      let transfer = BankTransfer(reference: reference, iban: from, amount: amount, subject: subject, seenAt: Date())
      came.withLock { $0.append(transfer) }
    }
    let methods: [ProviderConfiguration.Method] = [.init(.iban, cost: price)]
    try await withProvider(transfers: { came.withLock { $0 } }, change: { $0.methods = methods }) { provider in
      let deposit = Deposit(provider, .iban, iban)
      _ = try await deposit.upload()
      #expect(try await deposit.solve(code: "1").refusal == Refused(404, 8112))
      let answer = try await deposit.challenge(), details = try #require(answer.json["wire_details"] as? [String: Any])
      #expect(answer.status == 200 && answer.json["challenge_type"] as? String == "IBAN_WIRE")
      let code = try #require(details["answer_code"] as? UInt64),
        subject = try #require(details["wire_transfer_subject"] as? String)
      #expect(
        details["challenge_amount"] as? String == price.text
          && details["credit_iban"] as? String == "CH9300762011623852957")
      #expect(
        details["business_name"] as? String == "Friend"
          && (details["debit_account_hint"] as? String)?.contains("3000") == true)
      #expect(
        (try await deposit.challenge().json["wire_details"] as? [String: Any])?["answer_code"] as? UInt64 == code,
        "asked again")

      let answered = { try await deposit.solve(code: String(code)).refusal }
      #expect(try await answered() == Refused(403, 8231))
      arrive("1", from: "CH9300762011623852957", subject)
      arrive("2", amount: "TESTKUDOS:0.09", subject)
      arrive("3", amount: "OTHER:1", subject)
      arrive("4", "Anastasis \(code)1")
      arrive("5", "rent \(code)")
      #expect(try await answered() == Refused(403, 8231))
      #expect(try await deposit.solve(code: "1").refusal == Refused(403, 8111))
      arrive("6", amount: "TESTKUDOS:2", "ref: ANASTASIS \(code), thanks 12")
      #expect(try await deposit.solve(code: String(code)).body == deposit.share.bytes)
    }
  }

  @Test("Lines from an operator's program are read; malformed lines are counted and skipped")
  func lines() {
    let text = """
      {"reference": "1", "iban": "de89 3704 0044 0532 0130 00", "amount": "EUR:0.10", "subject": "Anastasis 1"}

      {"reference": "2", "iban": "DE89370400440532013000", "amount": "0.10", "subject": ""}
      nonsense
      {"reference": "3", "iban": "DE89370400440532013000", "amount": "EUR:1", "subject": "x", "more": 1}
      {"reference": "4", "iban": "DE89370400440532013000", "amount": "EUR:1", "subject": "x\\u0000"}
      """
    let (transfers, broken) = TransferLines.read(Array(text.utf8), at: Date())
    #expect(transfers.map(\.reference) == ["1", "3"] && broken == 3)
    #expect(transfers.first?.iban == "DE89370400440532013000")
  }
}
