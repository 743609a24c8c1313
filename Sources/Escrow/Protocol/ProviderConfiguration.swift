import Foundation

/// A provider's description of itself (`GET /config`).
public struct ProviderConfiguration: Hashable, Sendable, Codable {
  public struct Method: Hashable, Sendable, Codable {
    public var type: MethodType
    /// The cost of each use of the method during recovery.
    public var cost: Amount
    public init(_ type: MethodType, cost: Amount) { self.type = type; self.cost = cost }
  }
  /// The protocol's name, "anastasis".
  public var name: String
  /// The protocol version, `current:revision:age`; `0:0:0` means v0.
  public var version: String
  public var businessName: String
  public var currency: String
  public var methods: [Method]
  public var storageLimitInMegabytes: Int
  /// The fee for each year that a document is kept.
  public var annualFee: Amount
  /// The fee for each truth and year.
  public var truthUploadFee: Amount
  public var liabilityLimit: Amount
  /// The provider's salt, 16 bytes.
  public var providerSalt: Base32Bytes

  public init(
    name: String = "anastasis", version: String, businessName: String, currency: String, methods: [Method],
    storageLimitInMegabytes: Int,
    annualFee: Amount, truthUploadFee: Amount, liabilityLimit: Amount, providerSalt: Base32Bytes, isOld: Bool = false
  ) {
    self.name = name; self.version = version; self.businessName = businessName; self.currency = currency;
    self.methods = methods
    self.storageLimitInMegabytes = storageLimitInMegabytes; self.annualFee = annualFee;
    self.truthUploadFee = truthUploadFee
    self.liabilityLimit = liabilityLimit; self.providerSalt = providerSalt; self.isOld = isOld
  }

  /// `true` if the provider speaks the older form of the protocol, recognized by the older name of its salt.
  public private(set) var isOld: Bool
  /// `true` if the provider exists only for practice, so nothing can be recovered from it. Other implementations do not
  /// support this field.
  public var isPractice = false
  /// How to meet the examiner of photos, in the provider's words; `nil` if the provider does not say. Other
  /// implementations do not support this field.
  public var meeting: String?

  private enum Key: String, CodingKey {
    case name, version, methods, currency
    case isPractice = "practice", meeting = "video_meeting"
    case businessName = "business_name", storageLimitInMegabytes = "storage_limit_in_megabytes", annualFee =
      "annual_fee"
    case truthUploadFee = "truth_upload_fee", liabilityLimit = "liability_limit", providerSalt = "provider_salt",
      serverSalt = "server_salt"
  }
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    name = try body.decode(String.self, forKey: .name)
    version = try body.decode(String.self, forKey: .version)
    businessName = try body.decodeIfPresent(String.self, forKey: .businessName) ?? ""
    currency = try body.decode(String.self, forKey: .currency)
    methods = try body.decode([Method].self, forKey: .methods)
    storageLimitInMegabytes = try body.decode(Int.self, forKey: .storageLimitInMegabytes)
    annualFee = try body.decode(Amount.self, forKey: .annualFee)
    truthUploadFee = try body.decode(Amount.self, forKey: .truthUploadFee)
    liabilityLimit = try body.decode(Amount.self, forKey: .liabilityLimit)
    isPractice = try body.decodeIfPresent(Bool.self, forKey: .isPractice) ?? false
    // Nothing depends on this field, so an unexpected value does not make the provider unusable.
    meeting = try? body.decodeIfPresent(String.self, forKey: .meeting)
    if let salt = try body.decodeIfPresent(Base32Bytes.self, forKey: .providerSalt) {
      providerSalt = salt
      isOld = false
    } else {
      providerSalt = try body.decode(Base32Bytes.self, forKey: .serverSalt)
      isOld = true
    }
  }
  public func encode(to encoder: any Encoder) throws {
    var body = encoder.container(keyedBy: Key.self)
    try body.encode(name, forKey: .name)
    try body.encode(version, forKey: .version)
    try body.encode(businessName, forKey: .businessName)
    try body.encode(currency, forKey: .currency)
    try body.encode(methods, forKey: .methods)
    try body.encode(storageLimitInMegabytes, forKey: .storageLimitInMegabytes)
    try body.encode(annualFee, forKey: .annualFee)
    try body.encode(truthUploadFee, forKey: .truthUploadFee)
    try body.encode(liabilityLimit, forKey: .liabilityLimit)
    try body.encode(providerSalt, forKey: isOld ? .serverSalt : .providerSalt)
    if isPractice { try body.encode(true, forKey: .isPractice) }
    try body.encodeIfPresent(meeting, forKey: .meeting)
  }
}

/// A kind of authentication method, by its name in the protocol. Other providers may offer kinds that we do not know.
public struct MethodType: RawRepresentable, Hashable, Sendable, Codable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let question = MethodType(rawValue: "question")
  public static let email = MethodType(rawValue: "email")
  public static let sms = MethodType(rawValue: "sms")
  public static let post = MethodType(rawValue: "post")
  public static let iban = MethodType(rawValue: "iban")
  public static let totp = MethodType(rawValue: "totp")
  /// A picture of the person, which somebody at the provider compares with the person's appearance. GNU Anastasis names
  /// this kind after the video call in which the two meet.
  public static let video = MethodType(rawValue: "video")
  /// The kinds that we can set up and answer.
  public static let known: [MethodType] = [.question, .email, .sms, .post, .iban, .totp, .video]
  /// `true` if the provider must send or receive something before there is a code.
  public var needsChallenge: Bool { self != .question && self != .totp }
}
