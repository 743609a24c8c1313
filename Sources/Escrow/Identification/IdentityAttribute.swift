import Sentences

/// One fact about a person that is part of the identifier (C-17). The fact never changes, and the person can always
/// look it up.
public struct IdentityAttribute: Hashable, Sendable, Identifiable {
  public enum Kind: String, Hashable, Sendable {
    /// A person's name.
    case name
    /// A town or an address.
    case place
    /// A date, written `YYYY-MM-DD`.
    case date
    /// Letters and digits in a fixed form, issued by an authority.
    case number
    /// Words of the person's own choosing.
    case words
  }
  /// The exact name that Anastasis uses. It must not differ, because the name is hashed.
  public var name: String
  /// The attribute's label, in plain words.
  public var label: Sentence
  public var kind: Kind
  /// Anastasis' identifier of the attribute. If two countries use the same identifier, it means the same fact.
  public var uuid: String
  /// A regular expression that matches the whole value, in the syntax of HTML's `pattern`. `nil` if any value is
  /// accepted.
  public var pattern: String?
  /// The input mask: a `?` for each typed character, with separators written literally. `nil` if there are no
  /// separators.
  public var mask: String?
  public var check: NumberCheck?
  public var isOptional: Bool
  /// A well-formed value that has not been issued to anyone.
  public var example: String
  /// One or two sentences on where to find the value and how it is written.
  public var hint: Sentence
  public var guessing: Guessing

  public var id: String { name }

  public init(
    name: String, label: Sentence, kind: Kind, uuid: String, pattern: String? = nil, mask: String? = nil,
    check: NumberCheck? = nil,
    isOptional: Bool = false, example: String, hint: Sentence, guessing: Guessing
  ) {
    self.name = name; self.label = label; self.kind = kind; self.uuid = uuid; self.pattern = pattern; self.mask = mask
    self.check = check; self.isOptional = isOptional; self.example = example; self.hint = hint; self.guessing = guessing
  }

  /// The value of HTML's `autocomplete`, chosen so that a browser never stores a number.
  public var autofill: String {
    switch kind {
    case .name: "name"
    case .date: "bday"
    case .place, .number, .words: "off"
    }
  }
}

extension IdentityAttribute {
  public static let fullName = IdentityAttribute(
    name: "full_name", label: "Full name", kind: .name, uuid: "9e8f463f-575f-42cb-85f3-759559997331",
    example: "Max Mustermann",
    hint: "First and last names as in your passport.", guessing: .init(0, "Names are public.", knownBy: Knower.allCases)
  )
  public static let birthdate = IdentityAttribute(
    name: "birthdate", label: "Birthdate", kind: .date, uuid: "83d655c7-bdb6-484d-904e-80c1058c8854",
    example: "2000-01-31",
    hint: "Year, month and day.",
    guessing: .init(
      14, "About 29,000 days in eighty years; often told in public.",
      knownBy: [.family, .employer, .authority, .insurer, .bank]))
  public static let birthplace = IdentityAttribute(
    name: "birthplace", label: "Birthplace", kind: .place, uuid: "4c822e8e-89c6-11eb-95c4-8b077ad8489f",
    example: "Zürich",
    hint: "The town alone, as in your passport.",
    guessing: .init(
      8, "Most people are born in one of a few hundred towns.", knownBy: [.family, .employer, .authority]))

  /// One or a few words of the person's own choosing that nobody else knows. Optional. Anastasis' clients do not know
  /// this attribute, but they preserve unknown attributes. Their screens do not ask for it, so only a client that lets
  /// the person enter the word can find a backup made with it.
  public static let memorableWord = IdentityAttribute(
    name: "memorable_word", label: "Memorable word", kind: .words, uuid: "c1c6c3a4-51de-4b0e-9a8c-2f6a5c1f7d20",
    isOptional: true,
    example: ("seven green kettles" as Sentence).english,
    hint: "A few words that only you know and will never forget.",
    guessing: .init(10, "Each word that you chose yourself counts as one of about a thousand.", knownBy: []))

  static func number(
    _ name: String, _ label: Sentence, _ uuid: String, pattern: String, mask: String? = nil, check: NumberCheck? = nil,
    isOptional: Bool = false,
    example: String, hint: Sentence, guessing: Guessing
  ) -> IdentityAttribute {
    IdentityAttribute(
      name: name, label: label, kind: .number, uuid: uuid, pattern: pattern, mask: mask, check: check,
      isOptional: isOptional, example: example,
      hint: hint, guessing: guessing)
  }

  /// Creates the birth number, which has kept the same form in Czechia and Slovakia. Anastasis' pattern omits the day.
  /// Values without a day, which Anastasis' web client accepted, can be entered although nobody has such a number.
  static func birthNumber(uuid: String) -> IdentityAttribute {
    number(
      "birth_number", "Birth number", uuid,
      pattern: "[0-9]{2}(?:[02578][0-9]|1[0-2]|3[0-2]|6[0-2])(?:[0-9]{2})?/[0-9]{3}[0-9]?", mask: "??????/????",
      check: .czechBirth, example: "710319/2745", hint: "Nine or ten digits, as on the identity card.",
      guessing: .init(
        24, "It holds the birthdate and a serial number of three digits.",
        knownBy: [.family, .employer, .authority, .insurer, .bank]))
  }
}

/// Attribute values by name, either as typed or as normalized for use. They describe a person and are never printed.
public struct IdentityAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible,
  CustomReflectable
{
  /// The values by attribute name, the input of `UserIdentifier`.
  public var values: [String: String]

  public init(_ values: [String: String] = [:]) { self.values = values }
  public init(dictionaryLiteral elements: (String, String)...) { values = Dictionary(elements) { _, last in last } }

  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  public var description: String { "\(values.count) attributes" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The kind of program that made a backup, as far as the kind affects the identifier.
public enum BackupOrigin: String, Hashable, Sendable, CaseIterable {
  /// Latchstring, and Anastasis' desktop and command-line clients.
  case plain
  /// Anastasis' web client, which adds its own marker to the person's attributes before hashing them.
  case webClient = "web-client"

  static let markName = "application_id"
  static let webClientMark = "anastasis-standalone"

  /// Returns the attributes that are hashed for this origin.
  public func marked(_ attributes: IdentityAttributes) -> IdentityAttributes {
    var marked = attributes
    marked[Self.markName] = self == .webClient ? Self.webClientMark : nil
    return marked
  }
}
