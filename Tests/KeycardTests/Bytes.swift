import Encoding

@testable import Keycard

/// Bytes from hex that stands in a test.
func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

func secret(_ text: String) -> Secret { Secret(Array(text.utf8)) }

extension Secret {
  /// The bytes that tests compare.
  var exposed: [UInt8] { withBytes { Array($0) } }
}
