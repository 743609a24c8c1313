import Encoding
import Escrow
import Foundation
import Model

/// What of an account's way back the providers hold shares of: 32 random bytes (WRAPS §2, kind `escrow`).
///
/// They say which site they are for: somebody is the same person to their providers wherever they recover, and another site's page shall not be
/// given what opens the account at this one.
enum EscrowWay {
  /// So many random bytes.
  static let count = 32
  /// By which it is told from other secrets that somebody has backed up.
  static let mime = "application/vnd.latchstring.way"

  static func coreSecret(_ bytes: Secret, for origin: String) -> CoreSecret { CoreSecret(bytes, mime: mime, filename: site(of: origin)) }

  /// - Returns: `nil` where it is another kind of secret, or another site's.
  static func bytes(of secret: CoreSecret, for origin: String) -> Secret? {
    secret.mime == mime && secret.value.count == count && secret.filename == site(of: origin) ? secret.value : nil
  }

  /// What its owner reads among others; sealed for everybody else.
  static func name(at origin: String) -> String { "\(Product.name) at \(site(of: origin))" }

  /// The host's name, which is the RP id.
  private static func site(of origin: String) -> String { URL(string: origin)?.host() ?? origin }
}
