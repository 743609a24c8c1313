import Foundation
import Sentences

/// Canonical spellings for text that can be written in several ways (C-21). Each function is idempotent: it leaves its
/// own output unchanged.
enum WrittenForm {
  /// Returns the canonical spelling of a name. Each word begins with a capital letter, as most people write their own
  /// name.
  ///
  /// "MAX MUSTERMANN" and "max  mustermann" become "Max Mustermann". Accents are kept, because they are part of the
  /// name; recovery also tries without them.
  static func name(_ text: String) -> String { capitalized(plain(text)) }

  /// Returns the canonical spelling of a place name: as for a name, with abbreviations written out. "Seestr." and
  /// "Seestraße" become "Seestrasse", "Sankt Gallen" becomes "St Gallen".
  static func place(_ text: String) -> String {
    capitalized(name(text).split(separator: " ").map { spelledOut(String($0)) }.joined(separator: " "))
  }

  /// Returns the canonical spelling of the person's own words, which is in lower case.
  static func words(_ text: String) -> String {
    composed(plain(text).unicodeScalars.map { $0.properties.lowercaseMapping }.joined().replacing("ς", with: "σ"))
  }

  /// Returns the canonical spelling of a number: only capital letters and digits, with the mask's separators inserted.
  /// A number that does not fit the mask is left as typed.
  static func number(_ text: String, mask: String?) -> String {
    // Unicode scalars are filtered rather than characters, because an accent after a separator would otherwise preserve
    // the separator.
    var scalars = String.UnicodeScalarView()
    for scalar in plain(text).uppercased().unicodeScalars where !separators.contains(scalar) { scalars.append(scalar) }
    let characters = composed(String(scalars))
    guard let mask else { return characters }
    let most = mask.count(where: { $0 == "?" })
    // The oldest Czech numbers have one digit fewer. Even shorter input is not masked, because it may be intended.
    guard (most - 1...most).contains(characters.count) else { return composed(plain(text).uppercased()) }
    var rest = Substring(characters), masked = ""
    for place in mask {
      guard let next = rest.first else { break }
      masked.append(place == "?" ? next : place)
      if place == "?" { rest.removeFirst() }
    }
    return masked
  }

  /// Normalizes any text. The result is compatibility-composed, with `ß` as `ss`, one kind of hyphen and of apostrophe,
  /// single spaces and no invisible characters.
  static func plain(_ text: String) -> String {
    // Without this step, normalization would turn these two characters into a space and an accent.
    let typed = text.replacing("\u{B4}", with: "'").replacing("`", with: "'")
    var scalars = String.UnicodeScalarView(), spaceIsDue = false
    for scalar in composed(typed).unicodeScalars {
      if scalar.properties.isWhitespace { spaceIsDue = true; continue }
      guard !isInvisible(scalar) else { continue }
      if spaceIsDue, !scalars.isEmpty { scalars.append(" ") }
      spaceIsDue = false
      switch scalar {
      case "ß", "ẞ": scalars.append(contentsOf: "ss".unicodeScalars)
      case "\u{2010}"..."\u{2015}", "\u{2212}": scalars.append("-")
      case "\u{2018}", "\u{2019}", "\u{2BC}": scalars.append("'")
      default: scalars.append(scalar)
      }
    }
    return composed(String(scalars))
  }

  /// Composes the text, so that any two encodings of the same text become equal bytes.
  static func composed(_ text: String) -> String { text.precomposedStringWithCompatibilityMapping }

  private static let separators: Set<Unicode.Scalar> = [" ", ".", ",", "-", "/", "'", "·", "_"]

  /// Returns `true` for control and formatting characters, except the two joiners, which matter in the scripts that
  /// need them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: false
    }
  }

  private static func capitalized(_ text: String) -> String {
    var result = "", isInWord = false
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let properties = scalar.properties
      if scalar == "σ" || scalar == "ς" || scalar == "Σ", isInWord {
        let isFollowed = index + 1 < scalars.count && isPartOfWord(scalars[index + 1])
        result += isFollowed ? "σ" : "ς"
      } else {
        result += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
      }
      isInWord = isPartOfWord(scalar)
    }
    return composed(result)
  }
  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: true
    default: scalar.properties.isAlphabetic
    }
  }

  private static let wholeWords = [
    "St.": "St", "Sankt": "St", "Saint": "St", "Rd.": "Road", "Ave.": "Avenue", "Blvd.": "Boulevard",
    "Blvd": "Boulevard",
  ]
  private static func spelledOut(_ word: String) -> String {
    if let whole = wholeWords[word] { return whole }
    let small = word.lowercased()
    if small.hasSuffix("str.") { return String(word.dropLast()) + "asse" }
    if small.hasSuffix("str") { return word + "asse" }
    if small.hasSuffix("pl.") { return String(word.dropLast()) + "atz" }
    return word
  }
}

/// Alternative ways in which a person may have written a value, used only for recovery.
extension WrittenForm {
  /// Removes accents: "Zürich" becomes "Zurich", "Čapek" becomes "Capek".
  static func withoutAccents(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return composed(String(scalars))
  }

  private static let umlauts = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")]
  /// Spells out umlauts: "Zürich" becomes "Zuerich".
  static func umlautsSpelledOut(_ text: String) -> String { umlauts.reduce(text) { $0.replacing($1.0, with: $1.1) } }
  /// Restores umlauts that were spelled out: "Zuerich" becomes "Zürich".
  static func umlautsRead(_ text: String) -> String { umlauts.reduce(text) { $0.replacing($1.1, with: $1.0) } }
}

/// A group of people who may know a fact about the person.
public enum Knower: String, Hashable, Sendable, CaseIterable {
  case everybody, family, employer, authority, insurer, bank

  /// The group's name, worded for use within a sentence.
  public var name: Sentence {
    switch self {
    case .everybody: "everybody"
    case .family: "your family"
    case .employer: "your employer"
    case .authority: "authorities"
    case .insurer: "insurers and doctors"
    case .bank: "your bank"
    }
  }
}

/// How hard an attribute is to guess.
public struct Guessing: Hashable, Sendable {
  /// The base-two logarithm of the number of roughly equally likely values, for somebody who knows the person's name
  /// and all attributes that come before this one. The figure is an estimate, rounded down.
  public var bits: Double
  /// One sentence on the source of the figure.
  public var reason: String
  /// The groups that know the value without guessing.
  public var knownBy: Set<Knower>
  public init(_ bits: Double, _ reason: String, knownBy: [Knower]) {
    self.bits = bits; self.reason = reason; self.knownBy = Set(knownBy)
  }
}

extension IdentityAttribute {
  /// Returns the canonical value for the typed text. All the ways in which a person may write the value produce the
  /// same result (C-21). The value is shown to the person before it is used.
  public func normalized(_ typed: String) -> String {
    switch kind {
    case .name: WrittenForm.name(typed)
    case .place: WrittenForm.place(typed)
    case .words: WrittenForm.words(typed)
    case .date: CalendarDay(WrittenForm.plain(typed))?.text ?? WrittenForm.plain(typed)
    case .number: numberForm(typed)
    }
  }

  private func numberForm(_ typed: String) -> String {
    let number = WrittenForm.number(typed, mask: mask)
    return check == .frenchRegister ? FrenchRegister.withoutCorsicanLetters(number) : number
  }
}

extension Country {
  /// Returns the canonical values for the typed texts. The result contains the country's attributes and the memorable
  /// word, without empty values.
  public func normalized(_ typed: IdentityAttributes) -> IdentityAttributes {
    var result = IdentityAttributes()
    for attribute in asked(typed) {
      let value = attribute.normalized(typed[attribute.name] ?? "")
      if !value.isEmpty { result[attribute.name] = value }
    }
    return result
  }
}
