import FlowKit
import Sentences

public struct Field: Encodable, Hashable, Sendable {
  public var id: FieldID, label: Copy, hint: Copy?, kind: FieldKind, autocomplete: Autocomplete
  /// The initial content of a secret field, if it can be guessed (C-28).
  public var start: String?
  /// The problem with the input typed into this field.
  public var fault: Copy?
}
public enum Detector: String, Codable, Hashable, Sendable { case waiting, reading, read, aligning, missed, refused }
/// The meaning of a banner: a problem, a refusal or a success.
public enum Tone: String, Codable, Hashable, Sendable { case warning, error, done }

/// The values that a browser or a password manager may put into a field; the raw values are those of HTML's
/// `autocomplete`.
public enum Autocomplete: String, Codable, Hashable, Sendable {
  case off
  case username
  case usernameOrPasskey = "username webauthn"  // B-12, B-14
  case currentPassword = "current-password"
  case currentPasswordOrPasskey = "current-password webauthn"  // B-14
  case newPassword = "new-password"
  case email, name
  case birthday = "bday"
  case phone = "tel"
  case street = "street-address"
  case postcode = "postal-code"
  case city = "address-level2"
  case country = "country-name"
}

public enum SecretShape: Hashable, Sendable {
  case digits(Int), words(Int), nonEmpty
  /// A short code read off a different screen. It may be visible while it is typed.
  case code
  /// An input that is ready when it equals the other field, which must itself be ready (D-10).
  case repeats(FieldID)
  /// A BIP39 phrase of 12, 15, 18, 21 or 24 words.
  case phrase
  /// Content to sign, visible while it is typed: any text, or 32 bytes as 64 hex digits.
  case message, hash
  /// A file that the hands hash; the file itself is not sent anywhere.
  case file
  /// One line of any text, visible while it is typed, with an example. If it is optional, it is ready even when empty.
  case line(example: Sentence, isRequired: Bool)
  /// A picture of the person, in base64. A page scales it down, and a terminal reads it from a file.
  case photo
  /// A code that a provider sent. It begins with "A-", which precedes the field and cannot be deleted (C-64, C-65).
  case sentCode
}
