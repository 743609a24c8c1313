import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct ChallengeResultTests {
  private static let order = Base32Bytes([UInt8](repeating: 5, count: 32))
  private static let pay = PlayedState.pay(order)
  private static func truth(_ provider: PlayedProvider, isOld: Bool = false) -> TruthReference {
    TruthReference(
      provider: provider.address, id: Base32Bytes([UInt8](repeating: 1, count: 32)),
      key: Base32Bytes([UInt8](repeating: 2, count: 64)), isOld: isOld)
  }
  private static var request: PaymentRequest { PaymentRequest(pay.headers["Taler"]!)! }
  private static let wire = WireInstructions(
    amount: Amount("EUR:0.5")!, creditIBAN: "DE89370400440532013000", businessName: "One", subject: "Anastasis 7",
    answerCode: 7, debitHint: "DE•1")

  private static let review = ReviewInstructions(
    examiner: "One", meeting: "Call 112 at noon", number: "123-456", answerCode: 7, until: 1_800_000_000)

  @Test("Every status for a truth upload maps to its result")
  func truths() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], share = Base32Bytes([UInt8](repeating: 0, count: 72))
      var upload = TruthUpload(id: Self.order, share: share, type: .email, truth: Base32Bytes([1]), years: 1)
      #expect(try await client.upload(upload, to: one.address) == .stored)
      #expect(try await client.upload(upload, to: one.address) == .stored)
      upload.truth = Base32Bytes([2])
      #expect(try await client.upload(upload, to: one.address) == .taken)
      upload.type = MethodType(rawValue: "dance")
      #expect(try await client.upload(upload, to: one.address) == .methodNotOffered)
      upload.type = .email
      upload.years = 6
      #expect(try await client.upload(upload, to: one.address) == .refused(EscrowRefusal(status: 400, code: 26)))
      for (answer, result) in [
        (Self.pay, TruthUploadResult.paymentDue(Self.request)), (.fault(413, 6105), .tooLarge),
        (.fault(500, 60), .refused(EscrowRefusal(status: 500, code: 60))),
      ] {
        one.trick(.uploadTruth, .answer(answer))
        #expect(try await client.upload(upload, to: one.address) == result)
      }
      one.trick(.uploadTruth, .answer(.json(200, "{}")))
      await #expect(throws: EscrowError(.unexpected, "")) { try await client.upload(upload, to: one.address) }
    }
  }

  @Test("Every status for a challenge request maps to its result")
  func challenges() async throws {
    let rows: [(PlayedAnswer, ChallengeResult)] = [
      (.json(200, #"{"challenge_type":"TAN_SENT","tan_address_hint":"m"}"#), .sent(hint: "m")),
      (.json(200, #"{"challenge_type":"TAN_SENT"}"#), .sent(hint: nil)),
      (.json(200, #"{"challenge_type":"FILE_WRITTEN","filename":"f"}"#), .file(name: "f")),
      (
        .json(
          200,
          #"""
          {"challenge_type":"IBAN_WIRE","wire_details":{"challenge_amount":"EUR:0.5",
          "credit_iban":"DE89370400440532013000","business_name":"One",
          "wire_transfer_subject":"Anastasis 7","answer_code":7,"debit_account_hint":"DE•1"}}
          """#), .wire(Self.wire)
      ),
      (
        .json(
          200,
          #"""
          {"challenge_type":"VIDEO_REVIEW","review_details":{"examiner":"One",
          "meeting":"Call 112\nat noon","number":"123-456","answer_code":7,"kept_until":{"t_s":1800000000}}}
          """#), .review(Self.review)
      ),
      (Self.pay, .paymentDue(Self.request)), (.fault(400, 8123), .notNeeded), (.fault(404, 8108), .unknownTruth),
      (.fault(400, 8120), .keyRefused),
      (.fault(424, 8120), .keyRefused), (.fault(417, 8120), .keyRefused), (.fault(409, 8210), .notUsable),
      (.fault(417, 8210), .notUsable),
      (.fault(429, 8121), .limited(TryLimit())),
      (
        .json(429, #"{"code":8121,"request_limit":3,"request_frequency":{"d_us":"forever"}}"#),
        .limited(TryLimit(requests: 3))
      ),
      (
        .json(429, #"{"code":8121,"request_limit":3,"request_frequency":{"d_us":60}}"#),
        .limited(TryLimit(requests: 3, microseconds: 60))
      ),
      (.fault(500, 8114), .notSent(EscrowRefusal(status: 500, code: 8114))),
      (.fault(500, 8212), .notSent(EscrowRefusal(status: 500, code: 8212))),
      (
        .json(500, #"{"code":8212,"refund_amount":"EUR:0.2","taler_refund_uri":"taler://refund/one.example/A/"}"#),
        .notSent(
          EscrowRefusal(status: 500, code: 8212), .refund(Amount("EUR:0.2")!, address: "taler://refund/one.example/A/"))
      ),
      (
        .json(500, #"{"code":8202,"refund_amount":"EUR:0.2","taler_refund_uri":"javascript:alert(1)"}"#),
        .notSent(EscrowRefusal(status: 500, code: 8202), .refund(Amount("EUR:0.2")!, address: nil))
      ),
      (.json(500, #"{"code":8202,"refund_amount":"much"}"#), .notSent(EscrowRefusal(status: 500, code: 8202))),
      (.json(500, #"{"code":8202,"payment_kept":true}"#), .notSent(EscrowRefusal(status: 500, code: 8202), .kept)),
      (.fault(500, 8109), .refused(EscrowRefusal(status: 500, code: 8109))),
      (PlayedAnswer(status: 503), .refused(EscrowRefusal(status: 503))),
    ]
    try await withProviders { providers, client async throws in
      for (answer, result) in rows {
        providers[0].trick(.challenge, .answer(answer))
        #expect(try await client.challenge(Self.truth(providers[0])) == result)
      }
      let wrong = [
        "", "{}", #"{"challenge_type":"DANCE"}"#, #"{"challenge_type":"IBAN_WIRE"}"#,
        #"{"challenge_type":"FILE_WRITTEN"}"#,
        #"{"challenge_type":"VIDEO_REVIEW","review_details":{"examiner":"One"}}"#,
      ]
      for answer in wrong.map({ PlayedAnswer.json(200, $0) }) + [PlayedAnswer(status: 201), PlayedAnswer(status: 402)] {
        providers[0].trick(.challenge, .answer(answer))
        await #expect(throws: EscrowError(.unexpected, "")) { try await client.challenge(Self.truth(providers[0])) }
      }
    }
  }

  private static let share = [UInt8](repeating: 4, count: 72)
  private static let solutions: [(PlayedAnswer, SolveResult)] = [
    (PlayedAnswer(status: 200, body: share), .solved(share)), (.fault(403, 8111), .wrong), (.fault(403, 8231), .notYet),
    (.json(403, #"{"code":8111,"review_reason":"Another\nface"}"#), .declined(reason: "Another face")),
    (.fault(404, 8112), .noCode), (.fault(404, 8108), .unknownTruth), (.fault(404, 8115), .shareGone),
    (pay, .paymentDue(request)),
    (.fault(429, 8121), .limited(TryLimit())), (.fault(400, 8120), .keyRefused), (.fault(409, 8230), .notUsable),
    (.fault(500, 60), .refused(EscrowRefusal(status: 500, code: 60))),
  ]

  @Test("Every status for an answer maps to its result")
  func solve() async throws {
    try await withProviders { providers, client async throws in
      for (answer, result) in Self.solutions {
        providers[0].trick(.solve, .answer(answer))
        #expect(try await client.solve(Self.truth(providers[0]), response: Self.share) == result)
      }
      for answer in [
        PlayedAnswer(status: 200, body: [1]), PlayedAnswer(status: 204),
        PlayedAnswer(status: 302, headers: ["Location": "/"]),
      ] {
        providers[0].trick(.solve, .answer(answer))
        await #expect(throws: EscrowError(.unexpected, "")) {
          try await client.solve(Self.truth(providers[0]), response: Self.share)
        }
      }
      #expect(
        try await client.solve(
          Self.truth(providers[0]), response: [UInt8](repeating: 0, count: 64), payment: Self.order) == .unknownTruth)
      let last = try #require(providers[0].requests.last)
      #expect(String(decoding: last.body, as: UTF8.self).contains("\"payment_secret\":\"\(Self.order.text)\""))
    }
  }

  @Test("For providers before v1, every status at their single address maps to its result too")
  func old() async throws {
    let challenges: [(PlayedAnswer, ChallengeResult)] = [
      (.json(403, #"{"code":8110,"detail":"m"}"#), .sent(hint: "m")), (.fault(208, 8113), .alreadySent),
      (.fault(403, 8111), .notNeeded),
      (
        .json(
          202,
          #"""
          {"method":"iban","async":true,"answer_code":7,"details":{"challenge_amount":"EUR:0.5",
          "credit_iban":"DE89370400440532013000","business_name":"One","wire_transfer_subject":"Anastasis 7"}}
          """#), .wire(Self.withoutHint)
      ),
      (.fault(417, 8120), .keyRefused), (.fault(417, 8210), .notUsable), (.fault(404, 8108), .unknownTruth),
      (Self.pay, .paymentDue(Self.request)),
    ]
    try await withProviders { providers, client async throws in
      let truth = Self.truth(providers[0], isOld: true)
      for (answer, result) in challenges {
        providers[0].trick(.old, .answer(answer))
        #expect(try await client.challenge(truth, payment: Self.order) == result)
      }
      for answer in [PlayedAnswer.json(202, "{}"), PlayedAnswer(status: 200)] {
        providers[0].trick(.old, .answer(answer))
        await #expect(throws: EscrowError(.unexpected, "")) { try await client.challenge(truth) }
      }
      for (answer, result) in Self.solutions + [(.fault(408, 8122), .notYet), (.json(202, "{}"), .notYet)] {
        providers[0].trick(.old, .answer(answer))
        #expect(
          try await client.solve(truth, response: [UInt8](repeating: 0, count: 64), payment: Self.order) == result)
      }
      let last = try #require(providers[0].requests.last)
      #expect(
        last.headers["anastasis-truth-decryption-key"] == truth.key.text
          && last.headers["anastasis-payment-identifier"] == Self.order.text)
      #expect(last.query["response"]?.count == 103)
    }
  }
  private static var withoutHint: WireInstructions {
    var wire = wire
    wire.debitHint = nil
    return wire
  }
}
