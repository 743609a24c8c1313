import Foundation

/// An item that a person was asked to pay for, and the state of the payment.
public struct PaymentOrder: Hashable, Sendable {
  public enum Purpose: String, Sendable { case documents, truth, challenge }
  public enum State: String, Sendable {
    case offered, paid, refunded
    /// A refund is due, and the merchant has not confirmed it yet.
    case refunding
  }

  /// The identifier, 32 bytes, which the payer presents again.
  public var id: [UInt8]
  public var purpose: Purpose
  /// The subject of the order: the account's key, or the truth's name.
  public var subject: [UInt8]
  /// The number of years paid for; 0 if time is irrelevant.
  public var years: Int
  /// The amount, in the protocol's notation.
  public var amount: String
  public var state: State
  /// The number of uploads or challenges that the order still covers.
  public var usesLeft: Int
  public var offeredAt: Date

  public init(
    id: [UInt8], purpose: Purpose, subject: [UInt8], years: Int, amount: String, state: State = .offered, usesLeft: Int,
    offeredAt: Date
  ) {
    self.id = id; self.purpose = purpose; self.subject = subject; self.years = years; self.amount = amount;
    self.state = state
    self.usesLeft = usesLeft; self.offeredAt = offeredAt
  }
}

/// An order at the built-in till, where practice money is paid.
public struct TillOrder: Hashable, Sendable {
  public enum State: String, Sendable { case unpaid, paid, refunded }
  public var id: String
  public var amount: String
  public var summary: String
  public var state: State
  public var createdAt: Date

  public init(id: String, amount: String, summary: String, state: State = .unpaid, createdAt: Date) {
    self.id = id; self.amount = amount; self.summary = summary; self.state = state; self.createdAt = createdAt
  }
}

/// Money received in the provider's bank account.
public struct BankTransfer: Hashable, Sendable {
  /// The bank's own reference for the transfer, which ensures that the transfer is counted only once.
  public var reference: String
  /// The sender's account, as an IBAN without spaces, in upper case.
  public var iban: String
  public var amount: String
  public var subject: String
  public var seenAt: Date

  public init(reference: String, iban: String, amount: String, subject: String, seenAt: Date) {
    self.reference = reference; self.iban = iban; self.amount = amount; self.subject = subject; self.seenAt = seenAt
  }
}
