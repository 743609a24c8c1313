import Foundation

extension Username {
  /// The visual shapes of the name, regardless of the letters with which it is written. They are the skeletons of
  /// Unicode Technical Standard 39 §4, over the table in `LookAlikes`. Two names that share a skeleton can be mistaken
  /// for each other. Skeletons are never shown.
  ///
  /// Names ignore case, but their appearance does not, so each spelling has its own skeleton: as typed, in lowercase,
  /// in capitals, and with an initial capital.
  public var skeletons: Set<String> {
    let small = text.lowercased()
    return Set([text, small, text.uppercased(), small.prefix(1).uppercased() + small.dropFirst()].map(Self.skeleton))
  }

  private static func skeleton(_ spelling: String) -> String {
    // The mapping is applied twice, because a small letter may look like another one even if its capital does not.
    let drawn = drawn(spelling.decomposedStringWithCanonicalMapping)
    return Self.drawn(drawn.lowercased().decomposedStringWithCanonicalMapping)
  }

  private static func drawn(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isHardlySeen(scalar) {
      // These letters already have a dot above.
      if scalar == "\u{307}", let last = result.last, "ijl".unicodeScalars.contains(last) { continue }
      if let shape = LookAlikes.shape(of: scalar) {
        result.append(contentsOf: shape.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns `true` for Hebrew points and Arabic vowel signs, which are optional in writing, and for the stroke that
  /// lengthens an Arabic word.
  private static func isHardlySeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x591...0x5C7, 0x64B...0x652, 0x670, 0x640: true
    default: false
    }
  }
}

/// Letters and digits that look alike, from the data of Unicode Technical Standard 39 (`confusables.txt`, Unicode
/// 15.1): all that resemble a Latin letter or a digit, those of Greek, Cyrillic and Armenian among themselves, and
/// those that Japanese mixes.
///
/// Pairs within one script that its readers can distinguish, such as Thai ค and ด, are omitted, because they would
/// cause names to be rejected needlessly. Zeros are not in the table: those of all scripts look like a ring, except for
/// the Arabic ones, which look like a dot. Two groups are added: small Cyrillic and Greek letters that differ from
/// Latin ones by little more than the typeface (к k, м m, т t), and Arabic letters that are typed differently on the
/// keyboards of two languages.
///
/// Changing the table changes the skeletons of names that are already stored, so it requires a migration that rewrites
/// them.
enum LookAlikes {
  /// Returns the text that a letter or digit looks like.
  static func shape(of scalar: Unicode.Scalar) -> String? {
    drawnAs[scalar] ?? (scalar.properties.numericType == .decimal && scalar.properties.numericValue == 0 ? "o" : nil)
  }

  private static let drawnAs: [Unicode.Scalar: String] = {
    var drawn: [Unicode.Scalar: String] = [:]
    for group in table.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let words = group.split(separator: " ")
      guard let first = words.first else { continue }
      let shape = scalar(first).map { String($0) } ?? String(first)
      for word in words.dropFirst() { if let like = scalar(word) { drawn[like] = shape } }
    }
    // Names ignore case, so a small letter takes the shape of its capital, and so does everything that looks like the
    // small letter: i becomes l, because of I.
    for small in "abcdefghijklmnopqrstuvwxyz".unicodeScalars {
      guard let capital = small.properties.uppercaseMapping.unicodeScalars.first, let shape = drawn[capital] else {
        continue
      }
      for like in drawn.keys where drawn[like] == String(small) { drawn[like] = shape }
      drawn[small] = shape
    }
    return drawn
  }()

  private static func scalar(_ word: Substring) -> Unicode.Scalar? {
    word.utf8.count < 4 ? nil : UInt32(word, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Groups of look-alikes. Each starts with the shape, which is Latin text or a four-digit code point, followed by the
  /// code points that look like it.
  private static let table = """
    . 0660 06F0; 2 01A7 14BF A644 A75A; 3 01B7 021C 0417 04E0 A76A A7AB 16F3B; 4 13CE; 5 01BC; 6 0431 13EE; 7 104D2
    8 0222 0223 09EA 0A6A; 9 09ED 0A67 0B68 0D6D A76E; a 0251 0391 03B1 0410 0430 13AA 15C5 A4EE 16F40; aa A732 A733
    ae 00C6 00E6 04D4 04D5; ao A734 A735; au A736 A737; av A738 A739 A73A A73B; ay A73C A73D
    b 0184 0392 0412 042C 13CF 13F4 1472 15AF 15F7 A4D0 A7B4; c 0421 0441 13DF 1D04 A4DA ABAF
    d 0501 13A0 13E7 146F 15DE 15EA A4D2 A4D3; dz 02A3; e 0395 0415 0435 04BD 13AC 2D39 A4F0 AB32
    f 03DC 0584 15B4 1E9D A4DD A798 A799 AB35; g 018D 0261 050C 0581 13C0 13F3 1D83 A4D6
    h 0397 041D 04BB 0570 13BB 13C2 157C A4E7; i 0131 0269 026A 03B9 0456 04CF 13A5 A647 AB75
    j 037F 03F3 0408 0458 13AB 148D A4D9 A7B2; k 0138 039A 03BA 041A 043A 13E6 1D0B A4D7
    l 0031 0049 0196 01C0 0399 0406 04C0 05D5 0627 0661 06F1 07CA 13DE 14AA 2D4F A4E1 A4F2 16F16 16F28
    ll 01C1; ls 02AA; lz 02AB
    m 028D 039C 03FA 041C 043C 13B7 15F0 1D0D A4DF; n 039D 03B7 043F 0578 057C A4E0
    o 004F 039F 03BF 03C3 041E 043E 0555 0585 05E1 0647 0665 06BE 06C1 06D5 06F5 0B20 0D20
    o 101D 10FF 12D0 1D0F 1D11 2D54 A4F3 AB3D 104C2 104EA; oe 0152 0153; oo A698 A699 A74E A74F
    p 03A1 03C1 0420 0440 13E2 146D A4D1; q 051B 0563 0566 2D55
    r 01A6 0433 13A1 13D2 1587 1D26 A4E3 AB47 AB48 AB81 104B4 16F35; rn 006D
    s 01BD 0405 0455 054F 13D5 13DA A4E2 A731 ABAA 16F3A; t 03A4 03C4 0422 0442 13A2 1D1B A4D4 16F0A; tf A777
    ts 02A6; u 028B 03C5 054D 057D 1200 144C 1D1C A4F4 A79F AB4E AB52 104CE 104F6 16F42; ue 1D6B; uo AB63
    v 03BD 0474 0475 05D8 0667 06F7 13D9 142F 1D20 2D38 A4E6 A6DF ABA9 16F08; vv 0077 A761
    w 026F 03C9 0461 051C 051D 0561 13B3 13D4 1D21 A4EA A64D A7B7 AB83
    x 03A7 03C7 0425 0445 1541 157D 2D5D A4EB A7B3 AB53 AB55
    y 0263 028F 03A5 03B3 0423 0443 04AE 04AF 10E7 13A9 13BD 1D8C 1EFF A4EC AB5A 16F43; z 0396 13C3 1D22 A4DC AB93
    00DE 03F7; 00DF 03B2 A7B5; 00FE 01BF 03F8; 0185 044C; 0186 03FD; 018F 04D8; 0190 0510; 01A8 1D24 A645; 01A9 03A3
    01DD 0259 04D9; 01F6 050A; 021D 0292 04E1 10F3 A76B; 0237 0575; 0245 039B 041B; 024B 1D90; 0254 037B 1D10 2184
    025B 03B5 0454 0511 A793; 025C 0437 1D08; 0262 050D; 0270 057A; 0278 03C6 0444; 0283 AB4D; 028C 1D27; 0294 0241
    0298 A668; 0299 0432; 029A A79D; 029C 043D; 0302 0311; 0303 0342; 0304 0305; 0306 030C 036E; 0307 0358
    030A 0366; 0313 0315; 0320 0331; 0321 0326 0327 0339; 0322 0328 0345; 0333 0347; 0335 0336; 0337 0338; 0350 0357
    0370 2C75; 0376 0418; 0377 0438 1D0E; 037D A73F; 0393 0413; 03A0 041F; 03A6 0424 0553; 03A8 0470; 03B4 056E 1E9F
    03C0 1D28; 03C2 03DB; 03C8 0471; 03FF A73E; 0404 A792; 043B 1D2B; 044F 1D19; 0459 AB60; 04B6 04CB; 04B7 04CC
    06A9 0643 06AA; 06CC 0649 064A; 06F2 0662; 06F3 0663; 06F8 0668; 06F9 0669; 10A0 A786
    1173 30FC 4E00 A7F7; 1175 4E28; 1D18 1D29; 304F 21FE8; 3078 30D8; 30A4 4EBB; 30A8 5DE5; 30AB 529B; 30BF 5915
    30C8 535C; 30CB 4E8C; 30CE 4E3F; 30CF 516B; 30ED 53E3 56D7; A64C A7B6; A727 A795; A77A A779
    """
}
