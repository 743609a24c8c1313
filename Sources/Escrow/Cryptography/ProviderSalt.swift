import Encoding

/// What a provider gives everybody to stretch their identity attributes with: 16 bytes that never change.
public enum ProviderSalt {
  /// As GNU Anastasis makes it of the text in its configuration, so that an operator can move from there.
  public static func derive(from text: String) -> [UInt8] {
    KeyDerivation.derive(DrawnBytes.providerSaltCount, salt: Array("anastasis-server-salt".utf8), from: Secret(Array(text.utf8)), info: []).exposed
  }
}
