import Encoding
import Model

extension AuditHead {
  /// As it is written down: `417:ab12…`, the position and the digest in hexadecimal.
  public var text: String { "\(position):\(Hex.encode(digest))" }

  /// `nil` where the text is no head.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let position = Int(parts[0]), position >= 0, let digest = Hex.decode(String(parts[1])), digest.count == 32 else {
      return nil
    }
    self.init(position: position, digest: digest)
  }
}
