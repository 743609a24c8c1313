import EscrowProvider
import HandsProtocol
import Store
import TestProvider
import Testing

@testable import EscrowHands
@testable import Escrow

/// The fees of several providers during set-up, until all of them have arrived.
@Suite struct EscrowPaymentTests {
  private struct Due: Equatable { var payments: [EscrowPayment], paid: Int, coming: Int }
  private static func due(_ reply: EscrowReply) throws -> Due {
    guard case .due(let payments, let paid, let coming) = reply else { throw NotDue(reply: reply) }
    return Due(payments: payments, paid: paid, coming: coming)
  }
  private struct NotDue: Error { var reply: EscrowReply }
  private static func fees(_ settings: inout ProviderSettings) {
    settings.annualFee = Amount("TESTKUDOS:1.5") ?? settings.annualFee
    settings.truthUploadFee = Amount("TESTKUDOS:0.5") ?? settings.truthUploadFee
  }

  /// A look finds a payment that has arrived.
  @Test("C-39 C-61: the hands report received and expected payments; a check alone pays nothing")
  func counted() async throws {
    try await withProvider(change: Self.fees) { one in
      try await withProvider(change: Self.fees) { other in
        try await withPerson([.init(url: one.url), .init(url: other.url)]) { person in
          await person.prepare()
          let plan = EscrowPlan([EscrowPolicyFacts([.init(0, one.url), .init(1, other.url)])], years: 1)
          let first = try Self.due(await person.ask(.upload(plan)).reply)
          #expect(
            first.payments.map(\.amount) == ["TESTKUDOS:0.5", "TESTKUDOS:0.5"] && first.paid == 0 && first.coming == 2)
          #expect(try Self.due(await person.ask(.checkPayments).reply) == first, "a look alone pays nothing")

          try await person.pay(.due([first.payments[0]]))
          let second = try Self.due(await person.ask(.checkPayments).reply)
          #expect(second.payments == [first.payments[1]] && second.paid == 1 && second.coming == 2)
          guard case .resumed(.backup(_, _, _, plan, let begun?)) = await person.ask(.resume(.backup)).reply else {
            Issue.record("Nothing is told of the payments.")
            return
          }
          let sums = first.payments.map { EscrowBegun.Sum(url: $0.url, amount: $0.amount) }
          #expect(begun == EscrowBegun(paid: [sums[0]], due: [sums[1]]), "C-53: whoever comes back reads what was paid")
          try await person.pay(.due(second.payments))
          let ready = await person.ask(.checkPayments)
          #expect(ready.reply == .ready && ready.shown == nil)

          let third = try Self.due(await person.ask(.upload(plan)).reply)
          #expect(
            third.payments.map(\.amount) == ["TESTKUDOS:1.5", "TESTKUDOS:1.5"] && third.paid == 2 && third.coming == 0)
          try await person.pay(.due(third.payments))
          #expect(await person.ask(.checkPayments).reply == .ready)
          #expect(await person.ask(.upload(plan)).reply == .uploaded(isPractice: false))
        }
      }
    }
  }

  /// So are payments of unknown price.
  @Test("C-53: payments in several or unpriced currencies are listed one by one, by provider") func mixed() throws {
    let one = try #require(ProviderAddress("https://one.example/")),
      other = try #require(ProviderAddress("https://other.example/"))
    let amounts = [(one, "EUR:1"), (one, "CHF:2"), (one, "EUR:0.5"), (other, nil)]
    let items = try amounts.enumerated().map { number, item in
      let request = try #require(PaymentRequest("taler://pay/till.example/\(number)/"))
      return BackupBill.Item(provider: item.0, request: request, amount: item.1.flatMap { Amount($0) })
    }
    let sums = [(one, "CHF:2"), (one, "EUR:1.5"), (other, "")].map { EscrowBegun.Sum(url: $0.0.text, amount: $0.1) }
    #expect(BackupBill(due: [], arrived: items, coming: 0).begun == EscrowBegun(paid: sums, due: []))
  }

  /// The report does not claim that the provider has received no payment.
  @Test("C-61: an unreachable provider is reported as such, and its amount remains due")
  func away() async throws {
    let store = FaultyProviderStore(try SQLiteProviderStore())
    try await withProvider(store: store, change: Self.fees) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        let due = try Self.due(await person.ask(.upload(EscrowPerson.plan(provider.url))).reply)
        store.isFaulty = true
        #expect(await person.ask(.checkPayments).reply == .gaps([EscrowGap(url: provider.url, .refused)]))
        store.isFaulty = false
        #expect(try Self.due(await person.ask(.checkPayments).reply) == due)
      }
    }
  }

  @Test("C-61: if nothing was sent, there is nothing to check; a check sends nothing new")
  func nothing() async throws {
    try await withProvider(change: Self.fees) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        #expect(await person.ask(.checkPayments).reply == .lost)
        await person.prepare()
        #expect(await person.ask(.checkPayments).reply == .lost)
        let due = await person.ask(.upload(EscrowPerson.plan(provider.url))).reply
        try await person.pay(due)
        #expect(await person.ask(.checkPayments).reply == .ready)
        let offered = try await provider.store.read { try $0.orders(in: .offered) }
        #expect(offered.isEmpty, "the document is not asked about yet")
      }
    }
  }

  /// A delivery that sends nothing.
  private struct Broken: CodeDelivery {
    func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) { throw .failed }
  }

  /// The report says what the provider refunds, and at which address.
  @Test("C-63: a paid code that was not sent is shown with its refund, and paid again next time")
  func refund() async throws {
    let cost = try #require(Amount("TESTKUDOS:2"))
    try await withProvider(
      deliveries: [.email: Broken()],
      change: { $0.methods = $0.methods.map { $0.type == .email ? .init(.email, cost: cost) : $0 } }
    ) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        #expect(await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: false))
        _ = await person.ask(.finish)
        _ = await person.identify(.recovery)
        _ = await person.ask(.discover([]))
        _ = await person.ask(.openDocument(url: provider.url, version: 1))
        let asked = await person.ask(.begin(challenge: 1)).reply, due = try Self.due(asked)
        try await person.pay(asked)
        let address = due.payments[0].uri.replacing("taler+http://pay/", with: "taler+http://refund/")
        #expect(
          await person.ask(.begin(challenge: 1)).reply
            == .notSent(EscrowRefund(url: provider.url, amount: "TESTKUDOS:2", uri: address)))
        let again = try Self.due(await person.ask(.begin(challenge: 1)).reply)
        #expect(again.payments.map(\.amount) == ["TESTKUDOS:2"] && again.payments != due.payments)
      }
    }
  }
}
