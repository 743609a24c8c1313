/// How an authenticator can be reached (WebAuthn Level 3 §5.8.4). Unknown ones are kept: the list grows.
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the browser writes it.
  public var rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Over USB.
  public static let usb = Self(rawValue: "usb")
  /// Over NFC.
  public static let nfc = Self(rawValue: "nfc")
  /// Over Bluetooth Low Energy.
  public static let ble = Self(rawValue: "ble")
  /// As a smart card with contacts.
  public static let smartCard = Self(rawValue: "smart-card")
  /// From another device, such as a phone, by a QR code.
  public static let hybrid = Self(rawValue: "hybrid")
  /// Built into the device.
  public static let `internal` = Self(rawValue: "internal")

  static let known: [Self] = [.internal, .hybrid, .usb, .nfc, .ble, .smartCard]
}
