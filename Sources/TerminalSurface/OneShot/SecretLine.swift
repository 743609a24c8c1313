import Encoding
import Foundation

/// A secret from a file descriptor that the caller opened.
public enum SecretLine {
  /// Returns the next line, without its terminator, or `nil` if no line is left. The line is read byte by byte, so that
  /// the following line is left for the next reader.
  public static func read(from descriptor: Int32) -> Secret? {
    var line = TypedLine()
    while true {
      var byte: UInt8 = 0
      let count = Foundation.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return line.isEmpty ? nil : line.secret }
      if byte == 10 { return line.secret }
      line.add(byte)
    }
  }
}
