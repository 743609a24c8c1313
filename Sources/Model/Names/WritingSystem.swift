/// Scripts that are used together in one word, so that a name may contain letters from each of them.
struct WritingSystem: Sendable {
  /// The content of a regular expression's character class, without the brackets.
  let letters: String

  /// Combining accents, which many scripts share.
  static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
  private static let accentClass = #"\u0300-\u036F"#

  /// Scripts in use today: Unicode Standard Annex 31, tables 5 and 7. Letters of other scripts are known to few people
  /// and lend themselves to imitation.
  static let all: [WritingSystem] =
    [
      // including the apostrophes that are letters: Hawaiian Kaʻiulani, Ukrainian Марʼяна
      WritingSystem(letters: #"\p{Script=Latin}\u02BB\u02BC"# + accentClass),
      WritingSystem(letters: #"\p{Script=Cyrillic}\u02BC"# + accentClass),
      WritingSystem(letters: #"\p{Script=Greek}"# + accentClass),
      WritingSystem(scripts: ["Han", "Hiragana", "Katakana"]),
      WritingSystem(scripts: ["Hangul", "Han"]),
      WritingSystem(scripts: ["Bopomofo", "Han"]),
    ]
      + """
      Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam
      Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
      Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha
      Limbu Lisu Mandaic Meetei_Mayek Miao New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra
      Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
      """.split(whereSeparator: \.isWhitespace).map { WritingSystem(scripts: [String($0)]) }

  private init(letters: String) { self.letters = letters }
  /// - Parameter scripts: The scripts' Unicode names. Characters that Unicode says they share with others, such as
  ///   digits, are included.
  private init(scripts: [String]) { letters = scripts.map { #"\p{Script_Extensions=\#($0)}"# }.joined() }

  /// Returns `true` if every letter of a text belongs to these scripts or is shared by all scripts.
  func writes(_ text: String) -> Bool {
    guard let all = try? Regex("[\(letters)0-9._-]+") else { return false }
    return text.wholeMatch(of: all.matchingSemantics(.unicodeScalar)) != nil
  }
}
