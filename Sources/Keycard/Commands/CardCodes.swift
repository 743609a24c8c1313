import Encoding

/// The format of PIN and PUK. A value in any other format is never sent, and so does not use up a try (D-58).
public enum CardDigits {
  public static let pinCount = 6, pukCount = 12

  /// Returns `true` for six ASCII digits.
  public static func isPIN(_ text: Secret) -> Bool { isDigits(text, count: pinCount) }
  /// Returns `true` for twelve ASCII digits.
  public static func isPUK(_ text: Secret) -> Bool { isDigits(text, count: pukCount) }

  /// Returns `true` if the PUK begins with the PIN. A card without a duress PIN uses the PUK's first six digits as one,
  /// and checks the duress wallet first. With such a PIN every key would be a different one, and nothing would reveal
  /// that.
  public static func begins(puk: Secret, with pin: Secret) -> Bool { puk.part(0..<pinCount).matches(pin) }

  static func checkPIN(_ pin: Secret) throws(KeycardError) {
    guard isPIN(pin) else { throw KeycardError(.invalid, "a PIN has six digits") }
  }

  static func checkPUK(_ puk: Secret) throws(KeycardError) {
    guard isPUK(puk) else { throw KeycardError(.invalid, "a PUK has twelve digits") }
  }

  /// Returns random digits, each equally likely, that do not begin with `other`.
  ///
  /// - Throws: `invalid` if the source of randomness yields no suitable digits in many attempts, which never happens
  ///   with a working source.
  static func random(count: Int, unlike other: Secret, _ random: CardRandomness) throws(KeycardError) -> Secret {
    for _ in 0..<64 {
      var drawn = random(2 * count)
      defer { Wiping.wipe(&drawn) }
      // 250 is the largest multiple of ten that fits into a byte. Larger values would make small digits likelier.
      var digits = drawn.filter { $0 < 250 }.prefix(count).map { 0x30 + $0 % 10 }
      defer { Wiping.wipe(&digits) }
      let secret = Secret(digits)
      if secret.count == count, !secret.part(0..<other.count).matches(other) { return secret }
    }
    throw KeycardError(.invalid, "the source of randomness gives no digits")
  }

  /// Returns the typed digits, exactly `count` of them, or `nil` for anything else. Spaces are dropped, because a PUK
  /// is displayed in groups.
  public static func typed(_ text: Secret, count: Int) -> Secret? {
    let digits = text.withBytes { bytes in
      var kept = bytes.filter { $0 != 0x20 }
      defer { Wiping.wipe(&kept) }
      return Secret(kept)
    }
    return isDigits(digits, count: count) ? digits : nil
  }

  /// Returns `true` for exactly `count` ASCII digits.
  public static func isDigits(_ text: Secret, count: Int) -> Bool {
    text.withBytes { $0.count == count && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}

/// The pairing password for a new card (D-15): sixteen letters and digits that are not mistaken for each other on
/// paper, in groups of four.
///
/// The card receives exactly the displayed text, including the hyphens, so that any other program accepts the password
/// as written on the paper.
public enum PairingPassword {
  /// Sixteen characters of five bits have 80 bits in total. In addition, each guess costs 50,000 rounds.
  private static let count = 16, group = 4
  private static let hyphen: UInt8 = 0x2D

  static func random(_ random: CardRandomness) -> Secret {
    var drawn = random(count)
    defer { Wiping.wipe(&drawn) }
    return grouped(drawn.map { CrockfordBase32.alphabet[Int($0 & 31)] })
  }

  /// Returns the passwords that the typed text may mean, in the order in which they are tried. The first is the text
  /// itself, because a password may be any text (D-05). If the text could be one of our passwords, the second is our
  /// spelling of it: in capitals, in groups, with O as 0 and I and L as 1.
  public static func readings(of typed: Secret) -> [Secret] {
    let ours = typed.withBytes { bytes -> Secret? in
      var signs = bytes.filter { $0 != hyphen && $0 != 0x20 }.map(sign)
      defer { Wiping.wipe(&signs) }
      return signs.count == count && signs.allSatisfy(CrockfordBase32.alphabet.contains) ? grouped(signs) : nil
    }
    guard let ours, !ours.matches(typed) else { return [typed] }
    return [typed, ours]
  }

  private static func sign(_ byte: UInt8) -> UInt8 {
    let capital = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    switch capital {
    case UInt8(ascii: "O"): return UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
    default: return capital
    }
  }

  private static func grouped(_ signs: [UInt8]) -> Secret {
    var text: [UInt8] = []
    text.reserveCapacity(count + count / group - 1)
    defer { Wiping.wipe(&text) }
    for (place, sign) in signs.enumerated() {
      if place > 0, place.isMultiple(of: group) { text.append(hyphen) }
      text.append(sign)
    }
    return Secret(text)
  }
}

/// The secrets that a blank card receives besides its PIN. The card never reveals them again.
public struct InitialCredentials: Sendable {
  /// The PUK, twelve digits.
  public let puk: Secret
  /// The pairing password; never empty.
  public let pairingPassword: Secret

  public init(puk: Secret, pairingPassword: Secret) { (self.puk, self.pairingPassword) = (puk, pairingPassword) }

  /// Generates a random PUK that does not begin with the PIN, and a random pairing password that can be written by hand
  /// (D-13, D-15).
  ///
  /// - Throws: `invalid` if the source of randomness does not work.
  public static func random(besides pin: Secret, _ random: CardRandomness = SystemRandomness.bytes) throws(KeycardError)
    -> Self
  {
    let puk = try CardDigits.random(count: CardDigits.pukCount, unlike: pin, random)
    return Self(puk: puk, pairingPassword: PairingPassword.random(random))
  }
}
