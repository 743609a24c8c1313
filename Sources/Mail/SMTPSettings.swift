import Encoding
import Escrow
import Foundation

/// A mail server, and who sends through it.
public struct SMTPSettings: Sendable {
  /// The mail server's URL, such as `smtp://host:587` or `smtps://host:465`.
  public let url: String
  /// The sender's address.
  public let sender: String
  public let user: String?
  public let password: Secret?
  /// `true` if the plain connection must be upgraded to TLS. Codes and the password are sent unencrypted only to a mail
  /// server on this computer.
  let needsEncryption: Bool

  /// - Returns: `nil` if the mail server's or the sender's address is invalid.
  public init?(url: String, sender: String, user: String? = nil, password: Secret? = nil) {
    guard let parsed = URL(string: url), let scheme = parsed.scheme?.lowercased(), ["smtp", "smtps"].contains(scheme),
      let host = parsed.host(), !host.isEmpty, parsed.user == nil, parsed.password == nil,
      EmailAddress.isDeliverable(sender)
    else { return nil }
    self.url = url; self.sender = sender; self.user = user; self.password = password
    needsEncryption = scheme == "smtp" && !["127.0.0.1", "::1", "localhost"].contains(host.lowercased())
  }
}
