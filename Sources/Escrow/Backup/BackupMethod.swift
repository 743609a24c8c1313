import Encoding

/// One thing by which the person will show who they are: what they will be told then, and what a provider checks it against. Providers that
/// keep a share for it each get a truth of their own made of it.
public struct BackupMethod: Hashable, Sendable, Codable, CustomStringConvertible {
  public var type: MethodType
  /// What the person reads at recovery: the question, or a hint of where a code goes. It stands in the recovery document.
  public var instructions: String
  /// The answer, the address, the clock's key: as the reducer of GNU Anastasis keeps it.
  public var challenge: FiledSecret
  private enum CodingKeys: String, CodingKey { case type, instructions, challenge }

  /// As it stands somewhere else; `checked` says whether it has a form.
  public init(type: MethodType, instructions: String, challenge: FiledSecret) {
    self.type = type; self.instructions = instructions; self.challenge = challenge
  }

  /// - Returns: `nil` for an empty question or answer. The answer counts exactly as it is typed.
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
  /// - Returns: `nil` where a line has a fault.
  public static func post(_ address: PostalAddress, instructions: String? = nil) -> BackupMethod? {
    guard address.faults.isEmpty, let bytes = try? address.canonical() else { return nil }
    return BackupMethod(
      type: .post, instructions: instructions ?? address.postcode.trimmed, challenge: FiledSecret(bytes))
  }
  /// - Parameter key: What the authenticator was given, 32 bytes.
  /// - Returns: `nil` for a key of another length.
  public static func totp(key: Secret, instructions: String) -> BackupMethod? {
    BackupMethod(type: .totp, instructions: instructions, challenge: FiledSecret(key)).checked
  }

  public static func video(_ photo: Photo, instructions: String) -> BackupMethod {
    BackupMethod(type: .video, instructions: instructions, challenge: FiledSecret(photo.bytes))
  }

  /// Itself where a provider can work with it; `nil` for a kind that is not known, and for data without its form.
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

/// What stands in a truth: what its provider checks an answer against, or where it sends a code.
enum TruthText {
  /// - Parameters:
  ///   - salt: The question's, 16 bytes.
  ///   - id: The truth's name, 32 bytes.
  /// - Throws: `invalid` where the method has not the form of its kind, `outOfMemory`.
  static func of(_ method: BackupMethod, salt: Base32Bytes, id: Base32Bytes) throws(EscrowError) -> Secret {
    guard method.checked != nil else { throw EscrowError(.invalid, "a method whose data has not its form") }
    switch method.type {
    case .question: return Secret(try Answer.hash(ofAnswer: method.challenge.secret, salt: salt.bytes, truth: id.bytes))
    case .post:
      guard let address = PostalAddress(canonical: method.challenge.secret.exposed) else {
        throw EscrowError(.invalid, "no postal address")
      }
      return Secret(try address.canonical())
    default: return method.challenge.secret
    }
  }
}

/// What forms have in common: white space around what was typed, and the characters of numbers and names.
extension String {
  /// Without white space at either end.
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
