/// What an authenticator says of itself (CTAP 2.1 §6.4), as far as a client of ours asks.
struct CTAPInformation: Sendable {
  private let answer: CTAPAnswer
  init(_ answer: CTAPAnswer) { self.answer = answer }

  /// Whether it can verify the person itself, now.
  var verifiesItself: Bool { option("uv") }
  /// Whether it uses no key without verifying the person.
  var alwaysVerifies: Bool { option("alwaysUv") }
  /// Whether it makes credentials that are found without a list.
  var keepsCredentials: Bool { option("rk") }
  /// Whether it cannot be taken off this machine.
  var isPlatform: Bool { option("plat") }
  var keepsLargeBlobs: Bool { option("largeBlobs") }
  var extensions: Set<String> { Set(answer.texts(2)) }
  var transports: [String] { answer.texts(9) }
  /// So long may a message be, in bytes.
  var longestMessage: Int { answer.integer(5).flatMap { Int(exactly: $0) } ?? 1_024 }
  /// So many credentials may be named in one request.
  var mostCredentials: Int { max(answer.integer(7).flatMap { Int(exactly: $0) } ?? 1, 1) }
  var longestLargeBlobArray: Int { answer.integer(11).flatMap { Int(exactly: $0) } ?? 0 }

  private func option(_ name: String) -> Bool { answer[4]?[name]?.isTrue ?? false }
}
