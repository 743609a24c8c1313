/// The tag of a DER element (X.690 §8.1.2): class, form and number.
public struct DERTag: Hashable, Sendable, CustomStringConvertible {
  /// Class (bits 8 and 7) and form (bit 6) of the identifier octet, the other bits zero.
  public let classAndForm: UInt8
  /// The number.
  public let number: UInt32

  /// A tag by its parts; only bits 8 to 6 of `classAndForm` count.
  public init(classAndForm: UInt8, number: UInt32) { (self.classAndForm, self.number) = (classAndForm & 0xe0, number) }

  /// BOOLEAN
  public static let boolean = Self(classAndForm: 0, number: 1)
  /// INTEGER
  public static let integer = Self(classAndForm: 0, number: 2)
  /// BIT STRING
  public static let bitString = Self(classAndForm: 0, number: 3)
  /// OCTET STRING
  public static let octetString = Self(classAndForm: 0, number: 4)
  /// NULL
  public static let null = Self(classAndForm: 0, number: 5)
  /// OBJECT IDENTIFIER
  public static let objectIdentifier = Self(classAndForm: 0, number: 6)
  /// ENUMERATED
  public static let enumerated = Self(classAndForm: 0, number: 10)
  /// UTF8String
  public static let utf8String = Self(classAndForm: 0, number: 12)
  /// PrintableString
  public static let printableString = Self(classAndForm: 0, number: 19)
  /// T61String
  public static let t61String = Self(classAndForm: 0, number: 20)
  /// IA5String
  public static let ia5String = Self(classAndForm: 0, number: 22)
  /// UTCTime
  public static let utcTime = Self(classAndForm: 0, number: 23)
  /// GeneralizedTime
  public static let generalizedTime = Self(classAndForm: 0, number: 24)
  /// SEQUENCE
  public static let sequence = Self(classAndForm: 0x20, number: 16)
  /// SET
  public static let set = Self(classAndForm: 0x20, number: 17)

  /// A context-specific tag, constructed as explicit tagging makes it, or primitive.
  public static func context(_ number: UInt32, constructed: Bool = true) -> Self {
    Self(classAndForm: constructed ? 0xa0 : 0x80, number: number)
  }

  /// For example `[704]`, or the universal number.
  public var description: String { classAndForm & 0xc0 == 0x80 ? "[\(number)]" : "\(number)" }
}
