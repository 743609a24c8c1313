/// Identifies a credential (WebAuthn Level 3 §5.8.3).
public struct PublicKeyCredentialDescriptor: Hashable, Sendable, Codable {
  /// The credential id.
  public var id: [UInt8]
  /// The transports that the credential's authenticator reported at registration, as a hint for the browser.
  public var transports: [AuthenticatorTransport]

  /// Creates a descriptor from a credential id.
  public init(id: [UInt8], transports: [AuthenticatorTransport] = []) { (self.id, self.transports) = (id, transports) }
}

/// A way to reach an authenticator (WebAuthn Level 3 §5.8.4). Unknown names are kept, because the list grows.
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable, Codable {
  /// The name that browsers use.
  public var rawValue: String
  /// Creates a transport with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Over USB.
  public static let usb = Self(rawValue: "usb")
  /// Over NFC.
  public static let nfc = Self(rawValue: "nfc")
  /// Over Bluetooth Low Energy.
  public static let ble = Self(rawValue: "ble")
  /// By contact with a smart card.
  public static let smartCard = Self(rawValue: "smart-card")
  /// On a different device, such as a phone, connected with a QR code.
  public static let hybrid = Self(rawValue: "hybrid")
  /// Built into the device.
  public static let `internal` = Self(rawValue: "internal")

  static let known: [Self] = [.internal, .hybrid, .usb, .nfc, .ble, .smartCard]

  /// The maximum number of transports kept per authenticator: all known ones, with room for new ones.
  static let most = 8
  private static let longest = 32

  /// Reads a name that a response claims; `nil` if it is too long or has characters that the known names do not use.
  init?(claimed name: String) {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isName, (1...Self.longest).contains(name.utf8.count) else { return nil }
    self.init(rawValue: name)
  }
}

/// A kind of authenticator that the browser should offer first (WebAuthn Level 3 §5.8.7). Unknown names are kept,
/// because the list grows.
public struct PublicKeyCredentialHint: RawRepresentable, Hashable, Sendable, Codable {
  /// The name that browsers use.
  public var rawValue: String
  /// Creates a hint with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A security key.
  public static let securityKey = Self(rawValue: "security-key")
  /// The device that the browser runs on.
  public static let clientDevice = Self(rawValue: "client-device")
  /// A different device, such as a phone.
  public static let hybrid = Self(rawValue: "hybrid")
}
