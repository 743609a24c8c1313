import Encoding
import Foundation

/// A secret from a file descriptor that the caller opened.
public enum SecretLine {
  /// The next line, without its terminator; `nil` if there is none. It is read byte by byte, so that the following line
  /// is left for whoever needs it.
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
