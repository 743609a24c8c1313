import Escrow
import Foundation

/// How long a method's codes live, and how many tries they have (GNU Anastasis, its authorization plugins).
struct CodeRules: Sendable {
  /// `nil` for no limit.
  var tries: Int?
  /// A code is compared for so long.
  var validity: TimeInterval
  /// After so long another code is drawn where one is asked for; `nil` for never.
  var rotation: TimeInterval?
  /// The same code is not sent again before so long.
  var retransmission: TimeInterval

  private static let minute: TimeInterval = 60, hour = 60 * minute, day = 24 * hour, month = 30 * day
  /// An e-mail or a text message.
  static let message = CodeRules(tries: 3, validity: day, rotation: hour, retransmission: minute)
  static let letter = CodeRules(tries: 3, validity: month, rotation: 7 * day, retransmission: 2 * day)
  static let transfer = CodeRules(tries: nil, validity: month, rotation: nil, retransmission: 0)
  /// What is answered without a code: tries are counted all the same, in spans of time.
  static let span = CodeRules(tries: 3, validity: hour, rotation: 30, retransmission: 0)

  static func of(_ type: MethodType) -> CodeRules { type == .iban ? transfer : CodeMethods.all[type]?.rules ?? span }

  /// What stands in a refusal.
  var limit: ProviderRefusal.Limit { ProviderRefusal.Limit(tries: tries ?? 0, period: rotation ?? validity) }
}
