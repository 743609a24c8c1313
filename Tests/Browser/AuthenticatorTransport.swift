/// The way a virtual authenticator is attached. A page can have one `internal` authenticator and any number of others.
public enum AuthenticatorTransport: String, Sendable, CaseIterable {
  case `internal`, usb, nfc, ble, hybrid
}
