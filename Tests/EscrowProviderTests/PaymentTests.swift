import Encoding
import Escrow
import EscrowProvider
import Foundation
import Store
import Testing
import TestProvider
import TestSite

@Suite struct PaymentTests {
  /// The order in an answer that demands payment, at the address where a person pays it.
  private func order(_ answer: PeerAnswer, _ provider: TestProvider) throws -> String {
    #expect(answer.status == 402 && answer.body.isEmpty)
    let address = try #require(answer.fields["taler"]), start = "taler+http://pay/127.0.0.1:\(provider.port)/till/"
    try #require(address.hasPrefix(start) && address.hasSuffix("/"))
    return String(address.dropFirst(start.count).dropLast())
  }
  private func pay(_ order: String, _ provider: TestProvider, _ amount: String) async throws {
    let page = try await Peer(provider).get("till/orders/\(order)")
    let due = try self.amount(amount).inWords
    #expect(page.status == 200 && page.text.contains(due) && page.text.contains("practice"), "\(page.text)")
    #expect(try await Peer(provider).post("till/orders/\(order)", []).status == 200)
  }
  private func amount(_ number: String) throws -> Amount { try #require(Amount("TESTKUDOS:\(number)")) }

  @Test(
    "Documents cost by the year: 402 until paid, then so many uploads and years, then 402"
  )
  func documents() async throws {
    let fee = try amount("2.5")
    try await withProvider(change: { settings in
      settings.annualFee = fee
      settings.uploadsPerPayment = 2
    }) { provider in
      let max = try Depositor(provider)
      let first = try order(try await max.upload([1], query: "?storage_duration=2"), provider)
      #expect(
        try order(try await max.upload([1], query: "?storage_duration=2"), provider) == first,
        "the same order is offered again")
      #expect(try await max.peer.get(max.path).refusal == Refused(404, 8350))
      try await pay(first, provider, "5")
      let named = ["Anastasis-Payment-Identifier": String?.some(first)]
      let kept = try await max.upload([1], query: "?storage_duration=2", named)
      #expect(kept.status == 204)
      let until = try #require(kept.fields["anastasis-policy-expiration"].flatMap(Double.init))
      #expect(abs(until - provider.clock.now.timeIntervalSince1970 - 2 * 365 * 86400) < 60)
      #expect(try await max.upload([2]).status == 204, "no name is needed while something is paid")
      let second = try order(try await max.upload([3], named), provider)
      #expect(second != first)
      #expect(try await max.peer.get(max.path).body == [2])
      try await pay(second, provider, "2.5")
      #expect(try await max.upload([3], ["Anastasis-Payment-Identifier": second]).status == 204)
    }
  }

  @Test("One account's payment does not pay for another")
  func foreignPayment() async throws {
    let fee = try amount("1")
    try await withProvider(change: { $0.annualFee = fee }) { provider in
      let max = try Depositor(provider), other = try Depositor(provider, name: "Maxine")
      let first = try order(try await max.upload([1]), provider)
      try await pay(first, provider, "1")
      #expect(try await other.upload([1], ["Anastasis-Payment-Identifier": first]).status != 204)
      #expect(try await other.upload([1]).status == 402)
      #expect(try await max.upload([1], ["Anastasis-Payment-Identifier": first]).status == 204)
    }
  }

  @Test("A truth has a price per year, and its order carries its name")
  func truths() async throws {
    let fee = try amount("0.3")
    try await withProvider(change: { $0.truthUploadFee = fee }) { provider in
      let deposit = try Deposit(provider, answer: "blue"), right = try deposit.response("blue")
      let due = try order(try await deposit.upload(["storage_duration_years": 3]), provider)
      #expect(due == deposit.id.text)
      #expect(try await deposit.solve(right).refusal == Refused(404, 8108))
      try await pay(due, provider, "0.9")
      #expect(try await deposit.upload(["storage_duration_years": 3]).status == 204)
      #expect(try await deposit.upload(["storage_duration_years": 3]).status == 204)
      #expect(try await deposit.solve(right).status == 200)
    }
  }

  @Test("A challenge has a price for every three starts, and no other payment counts")
  func challenges() async throws {
    let cost = try amount("0.2"),
      methods = [ProviderConfiguration.Method(.email, cost: cost), .init(.question, cost: cost)]
    try await withProvider(change: { $0.methods = methods }) { provider in
      provider.clock.stop()
      let deposit = Deposit(provider, .email, "max@example.com"), other = Deposit(provider, .email, "max@example.com")
      for one in [deposit, other] { _ = try await one.upload() }
      let due = try order(try await deposit.challenge(), provider)
      #expect(try order(try await deposit.challenge(["payment_secret": due]), provider) == due)
      #expect(provider.outbox.letters.isEmpty)
      try await pay(due, provider, "0.2")
      #expect(try await other.challenge(["payment_secret": due]).status == 402)
      for sent in 1...3 {
        #expect(try await deposit.challenge(["payment_secret": due]).status == 200)
        #expect(provider.outbox.letters.count == sent)
        provider.clock.advance(61)
      }
      #expect(try order(try await deposit.challenge(["payment_secret": due]), provider) != due)
      #expect(
        try await deposit.solve(code: provider.lastCode).status == 200, "the answer to a paid challenge costs nothing")

      let question = try Deposit(provider, answer: "blue"), right = try question.response("blue")
      _ = try await question.upload()
      let answer = try order(try await question.solve(right), provider)
      try await pay(answer, provider, "0.2")
      for _ in 0..<3 { #expect(try await question.solve(right, ["payment_secret": answer]).status == 200) }
      #expect(try await question.solve(right, ["payment_secret": answer]).status == 402)
    }
  }

  @Test("A payment offer for a challenge expires after an hour")
  func overOffer() async throws {
    let cost = try amount("0.2")
    try await withProvider(change: { $0.methods = [.init(.email, cost: cost)] }) { provider in
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      let due = try order(try await deposit.challenge(), provider)
      provider.clock.advance(3601)
      #expect(try order(try await deposit.challenge(["payment_secret": due]), provider) != due)
    }
  }

  @Test(
    "If a code cannot be sent, the money comes back, and the answer says how much and where"
  )
  func refund() async throws {
    struct Broken: CodeDelivery { func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) { throw .failed } }
    let cost = try amount("0.2")
    try await withProvider(deliveries: [.sms: Broken()], change: { $0.methods = [.init(.sms, cost: cost)] }) {
      provider in
      let deposit = Deposit(provider, .sms, "+41791234567")
      _ = try await deposit.upload()
      let due = try order(try await deposit.challenge(), provider)
      try await pay(due, provider, "0.2")
      let answer = try await deposit.challenge(["payment_secret": due])
      #expect(answer.refusal == Refused(500, 8202) && answer.json["refund_amount"] as? String == "TESTKUDOS:0.2")
      #expect(
        answer.json["taler_refund_uri"] as? String == "taler+http://refund/127.0.0.1:\(provider.port)/till/\(due)/")
      #expect(answer.json["payment_kept"] == nil)
      #expect(try await Peer(provider).get("till/orders/\(due)").text.contains("given back"))
      #expect(try order(try await deposit.challenge(["payment_secret": due]), provider) != due)
    }
  }

  @Test(
    "A payment still counts if one of several codes fails; a free code mentions no money"
  )
  func keptPayment() async throws {
    let delivery = FlakyDelivery(), cost = try amount("0.2")
    try await withProvider(
      deliveries: [.sms: delivery, .email: FlakyDelivery(isBroken: true)],
      change: { $0.methods = [.init(.sms, cost: cost)] + $0.methods.filter { $0.type == .email } }
    ) { provider in
      provider.clock.stop()
      let deposit = Deposit(provider, .sms, "+41791234567")
      _ = try await deposit.upload()
      let due = try order(try await deposit.challenge(), provider)
      try await pay(due, provider, "0.2")
      #expect(try await deposit.challenge(["payment_secret": due]).status == 200)
      provider.clock.advance(3601)
      delivery.isBroken = true
      let answer = try await deposit.challenge(["payment_secret": due])
      #expect(
        answer.refusal == Refused(500, 8202) && answer.json["payment_kept"] as? Bool == true
          && answer.json["refund_amount"] == nil)
      delivery.isBroken = false
      #expect(try await deposit.challenge(["payment_secret": due]).status == 200)
      let free = Deposit(provider, .email, "max@example.com")
      _ = try await free.upload()
      let unsent = try await free.challenge()
      #expect(
        unsent.refusal == Refused(500, 8212) && unsent.json["payment_kept"] == nil
          && unsent.json["refund_amount"] == nil)
    }
  }

  @Test(
    "A key that opens nothing learns whether a share is kept, and uses up no try and no money"
  )
  func askedAfter() async throws {
    let cost = try amount("0.2")
    try await withProvider(change: { $0.methods = [.init(.email, cost: cost), .init(.question, cost: cost)] }) {
      provider in
      let question = try Deposit(provider, answer: "blue"), email = Deposit(provider, .email, "max@example.com")
      for kept in [question, email] {
        #expect(
          try await kept.solve([UInt8](repeating: 1, count: 64), ["truth_decryption_key": Self.nothing]).refusal
            == Refused(404, 8108))
        _ = try await kept.upload()
        for _ in 0..<5 {
          #expect(
            try await kept.solve([UInt8](repeating: 1, count: 64), ["truth_decryption_key": Self.nothing]).refusal
              == Refused(400, 8120))
        }
      }
      let offered = try await provider.store.read { try $0.orders(in: .offered) }
      #expect(offered.isEmpty && provider.outbox.letters.isEmpty)
      let right = try question.response("blue"), due = try order(try await question.solve(right), provider)
      try await pay(due, provider, "0.2")
      #expect(try await question.solve(right, ["payment_secret": due]).status == 200)
    }
  }
  private static let nothing = Base32Bytes([UInt8](repeating: 7, count: 64)).text

  @Test("A name paid for one year does not cover five years, but still covers the one") func otherYears() async throws {
    let fee = try amount("1")
    try await withProvider(change: { $0.annualFee = fee }) { provider in
      let max = try Depositor(provider), due = try order(try await max.upload([1]), provider)
      let named = ["Anastasis-Payment-Identifier": String?.some(due)]
      try await pay(due, provider, "1")
      provider.clock.advance(3 * 86400)
      try await provider.server.sweep()
      for _ in 0..<3 {
        #expect(try order(try await max.upload([1], query: "?storage_duration=5", named), provider) != due)
      }
      #expect(try await max.upload([1], named).status == 402)
      #expect(try await max.upload([1], named).status == 204)
    }
  }

  @Test("A name paid for a cheap challenge does not cover an expensive one") func otherPrice() async throws {
    let store = try SQLiteProviderStore(), clock = TestClock(), port = try FreePort.find(), cheap = try amount("1"),
      dear = try amount("5")
    let (deposit, due) = try await withProvider(
      store: store, port: port, clock: clock, change: { $0.methods = [.init(.email, cost: cheap)] }
    ) {
      provider in
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      let due = try order(try await deposit.challenge(), provider)
      try await pay(due, provider, "1")
      provider.clock.advance(3 * 86400)
      try await provider.server.sweep()
      return (deposit, due)
    }
    let methods = [ProviderConfiguration.Method(.email, cost: dear)]
    try await withProvider(store: store, port: port, clock: clock, change: { $0.methods = methods }) { provider in
      for _ in 0..<3 {
        let asked = try order(try await deposit.challenge(["payment_secret": due]), provider)
        #expect(asked != due)
      }
      #expect(provider.outbox.letters.isEmpty)
    }
  }

  @Test(
    "Owed money comes back with the next sweep or try, and nothing is charged before",
    arguments: [true, false])
  func owed(isSwept: Bool) async throws {
    struct Broken: CodeDelivery { func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) { throw .failed } }
    let cost = try amount("0.2"), merchant = LameMerchant()
    try await withProvider(
      deliveries: [.sms: Broken()], merchant: merchant, change: { $0.methods = [.init(.sms, cost: cost)] }
    ) { provider in
      merchant.follow(provider.till.merchant(at: provider.url))
      let deposit = Deposit(provider, .sms, "+41791234567")
      _ = try await deposit.upload()
      let due = try order(try await deposit.challenge(), provider)
      try await pay(due, provider, "0.2")
      merchant.isAway = true
      let unsent = try await deposit.challenge(["payment_secret": due])
      #expect(unsent.refusal == Refused(500, 8202) && unsent.json["refund_amount"] as? String == "TESTKUDOS:0.2")
      #expect(unsent.json["taler_refund_uri"] == nil, "nobody knows yet where it comes from")
      #expect(!(try await Peer(provider).get("till/orders/\(due)").text.contains("given back")))
      #expect(try await deposit.challenge(["payment_secret": due]).refusal == Refused(500, 8007), "nobody knows yet")
      merchant.isAway = false
      if isSwept { try await provider.server.sweep() }
      #expect(try order(try await deposit.challenge(["payment_secret": due]), provider) != due)
      #expect(try await Peer(provider).get("till/orders/\(due)").text.contains("given back"))
    }
  }

  @Test("Responses distinguish an unreachable, an unauthorized and an invalid payment backend")
  func backends() async throws {
    let fee = try amount("1")
    try await withProvider { other in
      let cases: [(merchant: TalerMerchant, refusal: Refused)] = [
        (TalerMerchant(base: "http://127.0.0.1:1/", token: .init([65])), Refused(500, 8007)),
        (TalerMerchant(base: other.url + "till/", token: .init([65])), Refused(500, 8006)),
        (TalerMerchant(base: other.url + "nothing/", token: .init([65])), Refused(502, 8005)),
      ]
      for one in cases {
        try await withProvider(merchant: one.merchant, change: { $0.annualFee = fee }) { provider in
          let answer = try await Depositor(provider).upload([1])
          #expect(answer.refusal == one.refusal)
        }
      }
    }
  }

  @Test("Only the provider can create, see or refund orders in the till")
  func tillOwner() async throws {
    try await withProvider { provider in
      let peer = Peer(provider),
        order: [String: Any] = ["order": ["order_id": "A", "amount": "TESTKUDOS:1", "summary": "<b>&"]]
      for headers in [[:], ["Authorization": "Bearer secret-token:"], ["Authorization": "Bearer secret-token:guess"]] {
        #expect(try await peer.post("till/private/orders", json: order, headers).status == 401)
        #expect(try await peer.get("till/private/orders/A", headers).status == 401)
        #expect(try await peer.post("till/private/orders/A/refund", json: [:], headers).status == 401)
      }
      try await provider.till.merchant(at: provider.url).offer(
        MerchantOrder(id: "A", amount: try amount("1"), summary: "<b>&"))
      let page = try await peer.get("till/orders/A").text
      #expect(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"))
      #expect(try await peer.get("till/orders/B").status == 404)
    }
  }
}
