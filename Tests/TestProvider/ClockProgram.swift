import Encoding
import Escrow
import Foundation

/// A program that generates time-based codes, on a phone that is not lost, with the key that the page showed.
public struct ClockProgram: Sendable {
  private let key: Secret

  /// - Parameter shown: The key in Base32 (RFC 4648), with or without spaces.
  public init(shown: String) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = shown.compactMap { alphabet.firstIndex(of: $0) }.flatMap { number in
      (0..<5).map { (number >> (4 - $0)) & 1 }
    }
    key = Secret(
      (0..<bits.count / 8).map { byte in bits[byte * 8..<byte * 8 + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) } })
  }

  /// The eight-digit code.
  public func code(at time: Date) -> String {
    let text = String(
      TimeBasedCode.code(key: key, counter: UInt64(time.timeIntervalSince1970) / UInt64(TimeBasedCode.step)))
    return String(repeating: "0", count: max(0, TimeBasedCode.digits - text.count)) + text
  }
}
