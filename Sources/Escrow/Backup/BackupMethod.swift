import Encoding

/// One way for the person to prove who they are: the text they will be shown, and the data against which a provider
/// checks their proof. Each provider that keeps a share for the method gets its own truth.
public struct BackupMethod: Hashable, Sendable, Codable, CustomStringConvertible {
  public var type: MethodType
  /// The text that the person reads at recovery: the question, or a hint about where a code is sent. It is part of the
  /// recovery document.
  public var instructions: String
  /// The answer, the address or the key of the clock, in the form that the reducer of GNU Anastasis uses.
  public var challenge: FiledSecret
  private enum CodingKeys: String, CodingKey { case type, instructions, challenge }

  /// Creates a method from data written by another program. `checked` validates its form.
  public init(type: MethodType, instructions: String, challenge: FiledSecret) {
    self.type = type; self.instructions = instructions; self.challenge = challenge
  }

  /// - Returns: The method, or `nil` for an empty question or answer. The answer is used exactly as typed.
  public static func question(_ question: String, answer: Secret) -> BackupMethod? {
    BackupMethod(type: .question, instructions: question.trimmed, challenge: FiledSecret(answer)).checked
  }
  public static func email(_ address: EmailAddress, instructions: String? = nil) -> BackupMethod {
    BackupMethod(
      type: .email, instructions: instructions ?? address.hint, challenge: FiledSecret(Array(address.text.utf8)))
  }
  public static func sms(_ number: PhoneNumber, instructions: String? = nil) -> BackupMethod {
    BackupMethod(type: .sms, instructions: instructions ?? number.hint, challenge: FiledSecret(Array(number.text.utf8)))
  }
  public static func iban(_ account: BankAccount, instructions: String? = nil) -> BackupMethod {
    BackupMethod(
      type: .iban, instructions: instructions ?? account.hint, challenge: FiledSecret(Array(account.text.utf8)))
  }
  /// - Returns: `nil` if a line is invalid.
  public static func post(_ address: PostalAddress, instructions: String? = nil) -> BackupMethod? {
    guard address.faults.isEmpty, let bytes = try? address.canonical() else { return nil }
    return BackupMethod(
      type: .post, instructions: instructions ?? address.postcode.trimmed, challenge: FiledSecret(bytes))
  }
  /// - Parameter key: The key given to the authenticator app, 32 bytes.
  /// - Returns: `nil` for a key of any other length.
  public static func totp(key: Secret, instructions: String) -> BackupMethod? {
    BackupMethod(type: .totp, instructions: instructions, challenge: FiledSecret(key)).checked
  }

  public static func video(_ photo: Photo, instructions: String) -> BackupMethod {
    BackupMethod(type: .video, instructions: instructions, challenge: FiledSecret(photo.bytes))
  }

  /// The method itself if a provider can use it; `nil` if its kind is unknown or its data malformed.
  public var checked: BackupMethod? { isFormed ? self : nil }

  private static let maximumCount = 2_000
  private var isFormed: Bool {
    let bytes = challenge.secret.exposed
    guard type != .video else { return instructions.utf8.count <= Self.maximumCount && Photo(truth: bytes) != nil }
    guard instructions.utf8.count <= Self.maximumCount, bytes.count <= Self.maximumCount, !bytes.isEmpty else {
      return false
    }
    guard type != .totp else { return bytes.count == TimeBasedCode.keyCount }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return switch type {
    case .question: !instructions.isEmpty && !text.trimmed.isEmpty
    case .email: EmailAddress(text)?.text.lowercased() == text.lowercased()
    case .sms: PhoneNumber(text)?.text == text
    case .iban: BankAccount(text)?.text == text
    case .post: PostalAddress(canonical: bytes)?.faults.isEmpty == true
    default: false
    }
  }

  public var description: String { "\(type.rawValue) •" }
}

/// The content of a truth: the data against which its provider checks an answer, or the address to which it sends a
/// code.
enum TruthText {
  /// - Parameters:
  ///   - salt: The question's salt, 16 bytes.
  ///   - id: The truth's name, 32 bytes.
  /// - Throws: `invalid` if the method's data does not have the form of its kind, or `outOfMemory`.
  static func of(_ method: BackupMethod, salt: Base32Bytes, id: Base32Bytes) throws(EscrowError) -> Secret {
    guard method.checked != nil else { throw EscrowError(.invalid, "a method whose data has not its form") }
    switch method.type {
    case .question:
      return Secret(try AnswerHash.of(answer: method.challenge.secret, salt: salt.bytes, truth: id.bytes))
    case .post:
      guard let address = PostalAddress(canonical: method.challenge.secret.exposed) else {
        throw EscrowError(.invalid, "no postal address")
      }
      return Secret(try address.canonical())
    default: return method.challenge.secret
    }
  }
}

/// The rules shared by these forms: how typed text is trimmed, and which characters numbers and names may contain.
extension String {
  /// The text without leading or trailing white space.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    guard start < endIndex, let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[start...end])
  }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isLetterOrDigit: Bool { isDigit || (65...90).contains(self) || (97...122).contains(self) }
}
