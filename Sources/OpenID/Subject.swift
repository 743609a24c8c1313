import Crypto
import Encoding

/// A person's name for a service, `sub` (Core §2, §8). It never changes, and says nothing about the person.
public struct Subject: Hashable, Sendable {
  public let text: String

  /// - Parameters:
  ///   - account: The bytes of the account's id.
  ///   - client: Services of one sector get the same name, and no others; those without a sector share one as well.
  ///   - salt: The 32 secret bytes of this site.
  public init(of account: [UInt8], for client: Client, salt: [UInt8]) {
    var mac = HMAC<SHA256>(key: SymmetricKey(data: salt))
    mac.update(data: Array((client.sector.map { "pairwise \($0)" } ?? "public").utf8) + [0] + account)
    text = Base64URL.encode(Array(mac.finalize()))
  }
}
