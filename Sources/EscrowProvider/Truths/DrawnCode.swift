import Escrow

/// A random code: a number less than 2⁵², so that a JavaScript number holds it exactly.
enum DrawnCode {
  static func draw() -> UInt64 { DrawnBytes.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } & ((1 << 52) - 1) }
  /// Returns the code in the form that people read and type.
  static func text(_ code: UInt64) -> String { "A-\(code)" }
}
