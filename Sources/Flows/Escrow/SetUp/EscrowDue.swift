import Vocabulary
import HandsProtocol

/// The payments still due for a set-up, as reported by the hands.
struct EscrowDue: Codable, Hashable, Sendable {
  /// The payments to make now.
  var payments: [EscrowPayment]
  /// The number of payments that have arrived, and the number still to come.
  var paid: Int, coming: Int

  private var all: Int { paid + payments.count + coming }

  func blocks(_ providers: [EscrowProviderFacts]) -> [Block] {
    payments.enumerated().map { index, payment in
      .payment(payment, to: providers.label(of: payment.url), place: all > 1 ? (paid + index + 1, all) : nil)
    }
  }

  /// Returns the notice for a person who saw an earlier state.
  ///
  /// - Parameter isAsked: `true` if the person asked for the check.
  func notice(after before: Self?, isAsked: Bool) -> Notice? {
    guard let before else { return nil }
    return paid > before.paid ? .escrow(.oneMorePayment) : isAsked ? .escrow(.stillDue) : nil
  }
}
