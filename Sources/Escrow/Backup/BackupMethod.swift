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
    BackupMethod(type: .email, instructions: instructions ?? address.hint, challenge: FiledSecret(Array(address.text.utf8)))
  }
  public static func sms(_ number: PhoneNumber, instructions: String? = nil) -> BackupMethod {
    BackupMethod(type: .sms, instructions: instructions ?? number.hint, challenge: FiledSecret(Array(number.text.utf8)))
  }
  public static func iban(_ account: BankAccount, instructions: String? = nil) -> BackupMethod {
    BackupMethod(type: .iban, instructions: instructions ?? account.hint, challenge: FiledSecret(Array(account.text.utf8)))
  }
  /// - Returns: `nil` where a line has a fault.
  public static func post(_ address: PostalAddress, instructions: String? = nil) -> BackupMethod? {
    guard address.faults.isEmpty, let bytes = try? address.canonical() else { return nil }
    return BackupMethod(type: .post, instructions: instructions ?? address.postcode.trimmed, challenge: FiledSecret(bytes))
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
    guard instructions.utf8.count <= Self.maximumCount, bytes.count <= Self.maximumCount, !bytes.isEmpty else { return false }
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
