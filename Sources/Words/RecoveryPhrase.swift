import Crypto

/// Entropy that a person can write down: BIP39's twelve words for 128 bits, or 15, 18, 21 or 24 words for
/// correspondingly more bits.
///
/// It is a secret, so it prints as a dot and cannot be encoded by accident.
public struct RecoveryPhrase: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public let entropy: [UInt8]

  /// - Throws: `wrongLength` unless the entropy has 16, 20, 24, 28 or 32 bytes.
  public init(entropy: [UInt8]) throws(WordsError) {
    guard (16...32).contains(entropy.count), entropy.count.isMultiple(of: 4) else {
      throw WordsError(.wrongLength, "entropy has 16, 20, 24, 28 or 32 bytes")
    }
    self.entropy = entropy
  }

  /// Reads words as a person typed them, ignoring case and surrounding white space.
  ///
  /// - Throws: `wrongCount`, `unknownWord` or `wrongChecksum`, checked in this order.
  public init(words: [String]) throws(WordsError) {
    guard (12...24).contains(words.count), words.count.isMultiple(of: 3) else {
      throw WordsError(.wrongCount, "a phrase has 12, 15, 18, 21 or 24 words")
    }
    var bits = Bits()
    for word in words {
      guard let index = EnglishWords.index(of: TypedWord.normalised(word)) else {
        throw WordsError(.unknownWord, "a word is not in the list")
      }
      bits.append(index, count: 11)
    }
    let entropy = Array(bits.bytes.prefix(words.count / 3 * 4))
    // the remaining bits are the checksum, at the high end of one more byte
    guard bits.bytes[entropy.count] == Self.checksum(of: entropy) else {
      throw WordsError(.wrongChecksum, "the words do not belong together")
    }
    self.entropy = entropy
  }

  /// Reads a whole phrase, with any white space between its words.
  public init(text: String) throws(WordsError) { try self.init(words: TypedWord.split(text)) }

  public var words: [String] {
    let bits = Bits(bytes: entropy + [Self.checksum(of: entropy)])
    return (0..<entropy.count / 4 * 3).map { EnglishWords.all[bits.value(from: $0 * 11, count: 11)] }
  }

  public var description: String { "•" }
  public var debugDescription: String { "•" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns the first bits of the entropy's hash, one for every four bytes, followed by zeros.
  private static func checksum(of entropy: [UInt8]) -> UInt8 {
    let first = SHA256.hash(data: entropy).first { _ in true } ?? 0
    return first & ~UInt8(truncatingIfNeeded: 0xFF >> (entropy.count / 4))
  }
}

/// Bits in order, packed into bytes. The last byte is padded with zeros.
private struct Bits {
  private(set) var bytes: [UInt8]
  private var count: Int

  init(bytes: [UInt8] = []) {
    self.bytes = bytes
    count = bytes.count * 8
  }

  mutating func append(_ value: Int, count added: Int) {
    for shift in (0..<added).reversed() {
      if count.isMultiple(of: 8) { bytes.append(0) }
      let bit = UInt8(value >> shift & 1)
      bytes[count / 8] |= bit << (7 - count % 8)
      count += 1
    }
  }

  func value(from start: Int, count: Int) -> Int {
    var value = 0
    for at in start..<start + count {
      let bit = bytes[at / 8] >> (7 - at % 8) & 1
      value = value << 1 | Int(bit)
    }
    return value
  }
}

/// The reason why words do not form a phrase, or bytes are not a phrase's entropy. The error contains neither a word
/// nor its position. Two errors are equal if their codes are equal.
public struct WordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The phrase does not have 12, 15, 18, 21 or 24 words.
    case wrongCount
    /// A word is not in the list.
    case unknownWord
    /// All words are in the list, but the checksum does not match.
    case wrongChecksum
    /// The entropy does not have 16, 20, 24, 28 or 32 bytes.
    case wrongLength
  }

  public let code: Code
  public let reason: StaticString
  /// The place in the source that threw the error, such as `Words/File.swift:12`.
  public let place: String

  init(_ code: Code, _ reason: StaticString, file: StaticString = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; place = "\(file):\(line)"
  }

  public var description: String { "\(reason) (\(place))" }

  public static func == (left: WordsError, right: WordsError) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
