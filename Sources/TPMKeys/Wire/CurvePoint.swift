import CTSS2
import Crypto

/// A point of P-256, both coordinates of 32 bytes.
struct CurvePoint: Hashable {
  let x: [UInt8], y: [UInt8]

  /// As the TPM gives it, which may leave zeros in front away.
  init?(_ structure: TPM2B_PUBLIC) {
    let x = structure.publicArea.unique.ecc.x.bytes, y = structure.publicArea.unique.ecc.y.bytes
    guard !x.isEmpty, x.count <= 32, !y.isEmpty, y.count <= 32 else { return nil }
    self.x = Self.padded(x); self.y = Self.padded(y)
  }

  /// From 33 bytes (SEC 1 §2.3.4); `nil` where they are no point.
  init?(compressed: [UInt8]) {
    guard let key = try? P256.Signing.PublicKey(compressedRepresentation: compressed) else { return nil }
    let whole = Array(key.rawRepresentation)
    x = Array(whole.prefix(32)); y = Array(whole.suffix(32))
  }

  /// 33 bytes (SEC 1 §2.3.3).
  var compressed: [UInt8] { [(y.last ?? 0) & 1 == 0 ? 2 : 3] + x }
  /// 65 bytes (SEC 1 §2.3.3).
  var uncompressed: [UInt8] { [4] + x + y }

  static func padded(_ number: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 32 - number.count) + number }
}
