/// The reason why a ceremony was rejected: the only error that a ceremony throws.
///
/// Two errors are equal if their codes are equal. A test therefore only states the expected code, and a caller decides
/// by the code alone.
public struct WebAuthnError: Error, Sendable, CustomStringConvertible {
  /// The error's code, which says what went wrong.
  public let code: WebAuthnErrorCode
  /// The specification's step that failed.
  public let step: CeremonyStep
  /// The value that the step expected, if it can be stated briefly. It is never a secret.
  public let expected: String?
  /// The value that the step received. Untrusted text is truncated to 128 printable ASCII characters.
  public let received: String?
  /// The place in the source code that threw the error.
  public let location: String

  /// Creates an error for a step.
  public init(
    _ step: CeremonyStep, _ code: WebAuthnErrorCode, expected: String? = nil, received: String? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    (self.step, self.code) = (step, code)
    self.expected = expected.map { Self.printable($0, limit: 512) }
    self.received = received.map(Self.printable)
    location = "\(file):\(line)"
  }

  /// One sentence for developers, always the same for a given code.
  public var sentence: String { code.sentence }

  /// The step, the code, the sentence and, where known, the expected and received values.
  public var description: String {
    var text = "\(code.rawValue) (\(step)): \(sentence)"
    if let expected { text += " Expected \(expected)." }
    if let received { text += " Received \(received)." }
    return text
  }

  /// Makes untrusted text safe to show: truncates it and replaces everything except printable ASCII.
  static func printable(_ text: String) -> String { printable(text, limit: 128) }

  static func printable(_ text: String, limit: Int) -> String {
    String(decoding: text.utf8.prefix(limit).map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}

extension WebAuthnError: Hashable {
  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code only.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// A numbered step of one of the two ceremonies of WebAuthn Level 3: §7.1 "Registering a New Credential" or §7.2
/// "Verifying an Authentication Assertion".
public struct CeremonyStep: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The two ceremonies.
  public enum Ceremony: String, Hashable, Sendable, Codable {
    /// §7.1
    case registration
    /// §7.2
    case authentication
  }

  /// The ceremony to which the step belongs.
  public var ceremony: Ceremony
  /// The step's number in the section on its ceremony.
  public var number: Int

  /// Creates a step from its number.
  public init(_ ceremony: Ceremony, _ number: Int) { (self.ceremony, self.number) = (ceremony, number) }

  /// Returns step `number` of §7.1.
  public static func registration(_ number: Int) -> Self { Self(.registration, number) }
  /// Returns step `number` of §7.2.
  public static func authentication(_ number: Int) -> Self { Self(.authentication, number) }

  /// The section and the step number, for example `7.1 step 9`.
  public var description: String { "\(ceremony == .registration ? "7.1" : "7.2") step \(number)" }
}
