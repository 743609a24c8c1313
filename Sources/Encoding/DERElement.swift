/// One element of DER, described by ranges in the bytes of its reader.
public struct DERElement: Hashable, Sendable {
  /// The tag, which identifies the element's type.
  public let tag: DERTag
  /// The range of the whole element with tag and length.
  public let encoding: Range<Int>
  /// The range of the content, without tag and length.
  public let content: Range<Int>
}

/// The tag of a DER element (X.690 §8.1.2): class, form and number.
public struct DERTag: Hashable, Sendable, CustomStringConvertible {
  /// The class (bits 8 and 7) and form (bit 6) of the identifier octet; the other bits are zero.
  public let classAndForm: UInt8
  /// The tag number within its class.
  public let number: UInt32

  /// Creates a tag from its parts. Only bits 8 to 6 of `classAndForm` are used.
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

  /// Returns a context-specific tag, either constructed, as in explicit tagging, or primitive.
  public static func context(_ number: UInt32, constructed: Bool = true) -> Self {
    Self(classAndForm: constructed ? 0xa0 : 0x80, number: number)
  }

  /// The tag number, in brackets for a context-specific tag, such as `[704]`.
  public var description: String { classAndForm & 0xc0 == 0x80 ? "[\(number)]" : "\(number)" }
}

/// An OBJECT IDENTIFIER, written as its numbers and stored in its DER encoding (X.690 §8.19), so that it can be
/// compared byte by byte.
public struct DERObjectIdentifier: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The content octets.
  public let bytes: [UInt8]

  /// Creates an identifier from at least two numbers; the first is 0, 1 or 2.
  public init(arrayLiteral numbers: UInt32...) {
    var bytes: [UInt8] = []
    let head = numbers.count > 1 ? [numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2) : numbers
    for number in head {
      var groups = [UInt8(number & 0x7f)]
      var rest = number >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      bytes += groups.reversed()
    }
    self.bytes = bytes
  }

  /// Returns `true` if the content of an OBJECT IDENTIFIER equals this one. The operator allows an identifier to be
  /// used as a `case`.
  public static func ~= (pattern: Self, content: ArraySlice<UInt8>) -> Bool { pattern.bytes.elementsEqual(content) }
}

/// The reason why bytes are not valid DER.
public enum DERError: Error, Hashable, Sendable {
  /// The bytes end inside an element, or a length extends past their end.
  case truncated
  /// Bytes follow the element.
  case trailingBytes
  /// A tag or a length in a form that DER forbids, because it is indefinite or not the shortest.
  case notDistinguished
  /// A tag number or a length beyond 32 bits.
  case tooLarge
  /// An element whose type is not the one that the structure requires at this position.
  case unexpectedType
  /// The content is not a valid value of its type, such as an empty integer, or bits that do not fill whole bytes.
  case invalidValue
}
