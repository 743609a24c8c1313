import Foundation
import Hummingbird
import RelyingParty

// Everything the library leaves to its caller: randomness, the clock, and the bytes of a request.

extension [UInt8] {
  /// 32 bytes from the system's cryptographically secure generator.
  static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in .random(in: .min ... .max, using: &generator) }
  }
}

extension UnixTime {
  /// The current time.
  static var now: Self { Self(seconds: Int64(Date().timeIntervalSince1970)) }
}

extension Request {
  /// The body, which is refused if it is longer than any browser's response.
  func bytes() async throws -> [UInt8] { Array(try await body.collect(upTo: 64 * 1024).readableBytesView) }
}

/// The name that the page sends to begin.
struct Name: Decodable {
  let name: String
}
