import Vocabulary
import HandsProtocol

/// What the hands say is still to be paid for a set-up.
struct EscrowDue: Codable, Hashable, Sendable {
  /// To be paid now.
  var payments: [EscrowPayment]
  /// So many have arrived, and so many come later.
  var paid: Int, coming: Int

  private var all: Int { paid + payments.count + coming }

  func blocks(_ providers: [EscrowProviderFacts]) -> [Block] {
    payments.enumerated().map { index, payment in
      .payment(payment, to: providers.label(of: payment.url), place: all > 1 ? (paid + index + 1, all) : nil)
    }
  }

  /// What to say of it to somebody who was told something else before.
  ///
  /// - Parameter isAsked: Whether they want to know.
  func notice(after before: Self?, isAsked: Bool) -> Notice? {
    guard let before else { return nil }
    return paid > before.paid ? .escrow(.oneMorePayment) : isAsked ? .escrow(.stillDue) : nil
  }
}
