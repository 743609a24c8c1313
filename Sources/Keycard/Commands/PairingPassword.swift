import Encoding

/// The pairing password that a new card gets (D-15): sixteen letters and digits that nobody takes for each other on paper, in groups of four.
///
/// What is shown is what the card is given, to the last sign: the hyphens belong to it, so that any other program takes it as it stands on the paper.
public enum PairingPassword {
  /// Five bits each, which makes 80; a guess costs 50,000 rounds besides.
  private static let count = 16, group = 4
  private static let hyphen: UInt8 = 0x2D

  static func random(_ random: CardRandomness) -> Secret {
    var drawn = random(count)
    defer { Wiping.wipe(&drawn) }
    return grouped(drawn.map { CrockfordBase32.alphabet[Int($0 & 31)] })
  }

  /// What somebody may have meant who typed this, in the order in which it is tried: as it was typed, because a password may be any text (D-05);
  /// and, where it could be one of ours, as we write it: in capitals, in groups, with O as 0 and I and L as 1.
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
