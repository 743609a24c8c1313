import Encoding

/// A Keycard's description of itself when it is selected.
public enum ApplicationInfo: Hashable, Sendable {
  /// The card is blank. The value is the key to which its first PIN is encrypted, a point of 65 bytes.
  case blank(channelKey: [UInt8])
  case initialized(InitializedApplication)

  /// Reads the response to SELECT.
  ///
  /// - Throws: `malformed` for a response that no Keycard from 2.0 to 3.2 gives.
  init(_ answer: [UInt8]) throws(KeycardError) {
    let outer: BERTLV
    do { outer = try BERTLV.one(answer) } catch { throw KeycardError(.malformed, "not BER-TLV") }
    guard outer.tag == 0x80 else {
      self = .initialized(try InitializedApplication(answer))
      return
    }
    guard outer.value.count == 65, outer.value.first == 4 else { throw KeycardError(.malformed, "no point") }
    self = .blank(channelKey: outer.value)
  }
}

/// A Keycard that has a PIN.
public struct InitializedApplication: Hashable, Sendable {
  /// The 16 random bytes from the card's last reset, under which pairings with the card are stored.
  public var instanceUID: [UInt8]
  /// The card's point for the secure channel, 65 bytes.
  public var channelKey: [UInt8]
  /// The major and minor version. The card reports no further version numbers.
  public var version: KeycardVersion
  public var freeSlots: Int
  /// The SHA-256 of the master public key, 32 bytes; `nil` for a card without keys.
  public var keyUID: [UInt8]?
  public var capabilities: KeycardCapabilities

  init(_ answer: [UInt8]) throws(KeycardError) {
    let elements = try BERTLV.inside(0xA4, answer)
    // Version and free slots have the same tag, and are distinguished by order and length.
    let expected: [(tag: UInt8, counts: Set<Int>)] = [
      (0x8F, [16]), (0x80, [65]), (0x02, [2]), (0x02, [1]), (0x8E, [0, 32]),
    ]
    guard elements.count >= expected.count, elements.count <= expected.count + 1,
      zip(elements, expected).allSatisfy({ $0.tag == $1.tag && $1.counts.contains($0.value.count) })
    else { throw KeycardError(.malformed, "another template") }
    instanceUID = elements[0].value
    channelKey = elements[1].value
    version = KeycardVersion(major: elements[2].value[0], minor: elements[2].value[1])
    freeSlots = Int(elements[3].value[0])
    keyUID = elements[4].value.isEmpty ? nil : elements[4].value
    if elements.count > expected.count {
      guard elements[5].tag == 0x8D, elements[5].value.count == 1 else {
        throw KeycardError(.malformed, "another template")
      }
      capabilities = KeycardCapabilities(rawValue: elements[5].value[0])
    } else {
      // Version 2.0 does not report its capabilities, but has all that existed at the time.
      capabilities = .all
    }
  }
}

/// The version of the program on the card.
public struct KeycardVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var major: UInt8, minor: UInt8
  public init(major: UInt8, minor: UInt8) { (self.major, self.minor) = (major, minor) }
  public static func < (one: Self, other: Self) -> Bool { (one.major, one.minor) < (other.major, other.minor) }
  public var description: String { "\(major).\(minor)" }
}

/// The abilities of the program on the card.
public struct KeycardCapabilities: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let secureChannel = Self(rawValue: 0x01)
  public static let keyManagement = Self(rawValue: 0x02)
  public static let credentials = Self(rawValue: 0x04)
  public static let ndef = Self(rawValue: 0x08)
  public static let factoryReset = Self(rawValue: 0x10)
  public static let all: Self = [.secureChannel, .keyManagement, .credentials, .ndef, .factoryReset]
}

extension KeycardClient {
  /// Selects the Keycard application and reads its description of itself. This closes the secure channel and revokes a
  /// verified PIN.
  ///
  /// - Throws: `notKeycard` if the card has no such application; `malformed` for a response that no such application
  ///   gives.
  @discardableResult public func select() throws(KeycardError) -> ApplicationInfo {
    forgetChannel()
    application = nil
    let header = CommandHeader(.select, 0x04, 0x00, commandClass: 0x00)
    let response = try send(CommandAPDU(header, data: Self.applicationIdentifier, expectsData: true))
    // Other cards refuse with various status words: 6A82, 6D00, 6E00, 6985.
    guard response.status == .success else { throw KeycardError(.notKeycard, status: response.status.rawValue) }
    let selected = try ApplicationInfo(response.succeeded())
    application = selected
    return selected
  }

  /// Returns the selected card's description of itself.
  ///
  /// - Throws: `invalid` before `select()`, and for a blank card.
  func initializedApplication() throws(KeycardError) -> InitializedApplication {
    guard case .initialized(let application) = application else {
      throw KeycardError(.invalid, "no initialized card is selected")
    }
    return application
  }
}

/// A card's own report of its counters and keys (D-57).
public struct KeycardStatus: Hashable, Sendable {
  /// The number of wrong PINs that the card still accepts. At 0, only the PUK helps.
  public var pinTries: Int
  /// The number of wrong PUKs that the card still accepts. At 0, only a factory reset helps.
  public var pukTries: Int
  public var hasKey: Bool
}

extension KeycardClient {
  /// Reads the card's status, including the tries left.
  public func status() throws(KeycardError) -> KeycardStatus {
    let answer = try exchange(CommandHeader(.getStatus, 0x00)).succeeded()
    let elements = try BERTLV.inside(0xA3, answer)
    guard elements.map(\.tag) == [0x02, 0x02, 0x01], elements.allSatisfy({ $0.value.count == 1 }) else {
      throw KeycardError(.malformed, "another template")
    }
    let values = elements.flatMap(\.value)
    return KeycardStatus(pinTries: Int(values[0]), pukTries: Int(values[1]), hasKey: values[2] != 0)
  }

  /// Returns the path of the current key.
  public func keyPath() throws(KeycardError) -> DerivationPath {
    guard let path = DerivationPath(encoded: try exchange(CommandHeader(.getStatus, 0x01)).succeeded()) else {
      throw KeycardError(.malformed, "no path")
    }
    return path
  }
}
