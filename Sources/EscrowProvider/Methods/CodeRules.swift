import Escrow
import Foundation

/// The lifetime of a method's codes and their number of tries (from GNU Anastasis' authorization plugins).
struct CodeRules: Sendable {
  /// The number of tries; `nil` for no limit.
  var tries: Int?
  /// The time during which a code is accepted.
  var validity: TimeInterval
  /// The age after which a request replaces the code with a new one; `nil` means never.
  var rotation: TimeInterval?
  /// The minimum time before the same code is sent again.
  var retransmission: TimeInterval

  private static let minute: TimeInterval = 60, hour = 60 * minute, day = 24 * hour, month = 30 * day
  /// An e-mail or a text message.
  static let message = CodeRules(tries: 3, validity: day, rotation: hour, retransmission: minute)
  static let letter = CodeRules(tries: 3, validity: month, rotation: 7 * day, retransmission: 2 * day)
  static let transfer = CodeRules(tries: nil, validity: month, rotation: nil, retransmission: 0)
  /// The rules for a method without a code. Its tries are still counted, in periods of time.
  static let span = CodeRules(tries: 3, validity: hour, rotation: 30, retransmission: 0)

  static func of(_ type: MethodType) -> CodeRules { type == .iban ? transfer : CodeMethods.all[type]?.rules ?? span }

  /// The limit as stated in a refusal.
  var limit: ProviderRefusal.Limit { ProviderRefusal.Limit(tries: tries ?? 0, period: rotation ?? validity) }
}
