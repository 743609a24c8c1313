/// A provider's description of itself. Amounts are in the protocol's notation, `CUR:value[.fraction]`.
public struct EscrowProviderFacts: Codable, Hashable, Sendable {
  public struct Offer: Codable, Hashable, Sendable {
    public var kind: EscrowKind
    /// The price of each use, at recovery.
    public var cost: String
    public init(_ kind: EscrowKind, cost: String) { self.kind = kind; self.cost = cost }
    private enum CodingKeys: String, CodingKey { case kind, cost }
  }
  /// The provider's base URL, ending in `/`.
  public var url: String
  /// The name the provider gives itself; empty if it did not answer.
  public var name: String
  /// `true` if this computer only simulates the provider, to practice with (G-34).
  public var isPractice: Bool
  public var offers: [Offer]
  public var annualFee: String
  /// The fee for each method and year.
  public var truthUploadFee: String
  /// The way to meet the provider's host for a photo, in the host's words; `nil` if the host gives none.
  public var meeting: String?
  /// The reason why the provider cannot be used now.
  public var trouble: EscrowTrouble?
  public init(
    url: String, name: String, isPractice: Bool = false, offers: [Offer], annualFee: String, truthUploadFee: String,
    meeting: String? = nil,
    trouble: EscrowTrouble? = nil
  ) {
    self.url = url; self.name = name; self.isPractice = isPractice; self.offers = offers; self.annualFee = annualFee
    self.truthUploadFee = truthUploadFee; self.meeting = meeting; self.trouble = trouble
  }
  private enum CodingKeys: String, CodingKey {
    case url, name, isPractice, offers, annualFee, truthUploadFee, meeting, trouble
  }
}

/// An obstacle that keeps a provider from being used.
public enum EscrowTrouble: String, Codable, Hashable, Sendable, CaseIterable {
  case unreachable
  /// The response is not that of a provider.
  case notProvider
  /// The provider accepts nothing more, or nothing this large.
  case full
  /// The provider has received too many requests, and asks the client to wait.
  case limited
  /// The provider refused for a reason of its own.
  case refused
  /// The provider returned something other than what was stored there.
  case lying
  /// The provider no longer has what it accepted.
  case missing
  /// The provider accepted its part, but did not respond when asked whether it still has that part.
  case unchecked
  /// The provider's storage period has ended.
  case expired
  /// The provider's newest document is older than that of another provider.
  case behind
}

/// One method of a set-up: its number, which never changes, and its kind. Only the hands know the question or address.
public struct EscrowMethodFacts: Codable, Hashable, Sendable {
  public var number: Int, kind: EscrowKind
  public init(_ number: Int, _ kind: EscrowKind) { self.number = number; self.kind = kind }
  private enum CodingKeys: String, CodingKey { case number, kind }
}

/// Methods that together suffice, each at one provider.
public struct EscrowPolicyFacts: Codable, Hashable, Sendable {
  public struct Part: Codable, Hashable, Sendable {
    public var method: Int, url: String
    public init(_ method: Int, _ url: String) { self.method = method; self.url = url }
    private enum CodingKeys: String, CodingKey { case method, url }
  }
  public var parts: [Part]
  public init(_ parts: [Part]) { self.parts = parts }
  private enum CodingKeys: String, CodingKey { case parts }
}

/// The policies to upload.
public struct EscrowPlan: Codable, Hashable, Sendable {
  public var policies: [EscrowPolicyFacts]
  /// The number of years for which the backup is to be stored and paid for.
  public var years: Int
  public init(_ policies: [EscrowPolicyFacts], years: Int) { self.policies = policies; self.years = years }
  private enum CodingKeys: String, CodingKey { case policies, years }
}

/// The payments for an upload that an earlier run began. The sums are listed by provider, in the protocol's notation
/// for amounts, and computed from the provider's prices; they are empty if no price is known.
public struct EscrowBegun: Codable, Hashable, Sendable {
  public struct Sum: Codable, Hashable, Sendable {
    public var url: String, amount: String
    public init(url: String, amount: String) { self.url = url; self.amount = amount }
    private enum CodingKeys: String, CodingKey { case url, amount }
  }
  /// The sums that have arrived, and the sums that were requested but have not arrived.
  public var paid: [Sum], due: [Sum]
  public init(paid: [Sum], due: [Sum]) { self.paid = paid; self.due = due }
  private enum CodingKeys: String, CodingKey { case paid, due }
}

/// The difficulty of guessing somebody's attributes, in bits, for a stranger and for somebody who knows the person
/// (G-14).
public struct EscrowStrength: Codable, Hashable, Sendable {
  public var stranger: Int, acquaintance: Int
  public init(stranger: Int, acquaintance: Int) { self.stranger = stranger; self.acquaintance = acquaintance }
  private enum CodingKeys: String, CodingKey { case stranger, acquaintance }
}

/// A field whose content is wrong, or looks wrong.
public struct EscrowMisfit: Codable, Hashable, Sendable {
  public enum Fault: String, Codable, Hashable, Sendable, CaseIterable {
    case missing
    case tooLong = "too-long"
    /// Wrong characters, or the wrong number of them.
    case form
    case checkDigit = "check-digit"
    /// A day that does not exist, or on which no living person was born.
    case date
    /// Well formed, but never assigned.
    case unassigned
    /// A code that is not the expected one.
    case wrong
  }
  public var field: FieldID, fault: Fault
  public init(_ field: FieldID, _ fault: Fault) { self.field = field; self.fault = fault }
  private enum CodingKeys: String, CodingKey { case field, fault }
}

/// A payment that a provider requires before it continues.
public struct EscrowPayment: Codable, Hashable, Sendable {
  public var url: String
  /// The price in the provider's `/config`; the price shown by the wallet is the one that counts.
  public var amount: String
  /// The payment link for a wallet: `taler://pay/…`.
  public var uri: String
  public init(url: String, amount: String, uri: String) { self.url = url; self.amount = amount; self.uri = uri }
  private enum CodingKeys: String, CodingKey { case url, amount, uri }
}

/// The money that a provider refunds for a code that it could not send.
public struct EscrowRefund: Codable, Hashable, Sendable {
  public var url: String
  /// The sum in the protocol's notation.
  public var amount: String
  /// The refund link for a wallet: `taler://refund/…`; `nil` if the provider does not know it yet.
  public var uri: String?
  public init(url: String, amount: String, uri: String?) { self.url = url; self.amount = amount; self.uri = uri }
  private enum CodingKeys: String, CodingKey { case url, amount, uri }
}

/// A provider that keeps an upload from being complete, and the reason.
public struct EscrowGap: Codable, Hashable, Sendable {
  public var url: String, trouble: EscrowTrouble
  public init(url: String, _ trouble: EscrowTrouble) { self.url = url; self.trouble = trouble }
  private enum CodingKeys: String, CodingKey { case url, trouble }
}

/// A document that providers store for somebody with these attributes, with one version at each provider.
public struct EscrowDocumentFacts: Codable, Hashable, Sendable {
  public struct Place: Codable, Hashable, Sendable {
    public var url: String, version: Int
    public init(url: String, version: Int) { self.url = url; self.version = version }
    private enum CodingKeys: String, CodingKey { case url, version }
  }
  public var name: String?
  public var places: [Place]
  /// The time of the upload as Unix time in seconds, if a provider reports it.
  public var uploadedAt: Int?
  public init(name: String?, places: [Place], uploadedAt: Int?) {
    self.name = name; self.places = places; self.uploadedAt = uploadedAt
  }
  private enum CodingKeys: String, CodingKey { case name, places, uploadedAt }
}

/// An open document: its challenges, by number, and the combinations of them that suffice.
public struct EscrowPuzzle: Codable, Hashable, Sendable {
  public struct Challenge: Codable, Hashable, Sendable {
    public var number: Int
    /// The kind of the challenge; `nil` for a kind that we cannot answer.
    public var kind: EscrowKind?
    /// The provider's base URL and name.
    public var url: String, provider: String
    /// The price of one use; `nil` if it is unknown.
    public var cost: String?
    public var isSolved: Bool
    public init(
      _ number: Int, _ kind: EscrowKind?, url: String, provider: String, cost: String?, isSolved: Bool = false
    ) {
      self.number = number; self.kind = kind; self.url = url; self.provider = provider; self.cost = cost;
      self.isSolved = isSolved
    }
    private enum CodingKeys: String, CodingKey { case number, kind, url, provider, cost, isSolved }
  }
  /// The provider that supplied the document, and its version.
  public var url: String, provider: String, version: Int
  /// The name that the document's owner gave it, if any.
  public var name: String?
  public var challenges: [Challenge]
  /// The sets of challenges that suffice, by their numbers.
  public var policies: [[Int]]
  /// `true` if the document contains more than this (`EscrowBounds`).
  public var isCut: Bool?
  public init(
    url: String, provider: String, version: Int, name: String? = nil, challenges: [Challenge], policies: [[Int]]
  ) {
    self.url = url; self.provider = provider; self.version = version; self.name = name; self.challenges = challenges;
    self.policies = policies
  }
  private enum CodingKeys: String, CodingKey { case url, provider, version, name, challenges, policies, isCut }
}

/// One part of a finished set-up's policy.
public struct EscrowPartFacts: Codable, Hashable, Sendable {
  public var kind: EscrowKind, url: String
  public init(_ kind: EscrowKind, _ url: String) { self.kind = kind; self.url = url }
  private enum CodingKeys: String, CodingKey { case kind, url }
}

/// The current status of one provider of a finished set-up (C-40).
public struct EscrowStanding: Codable, Hashable, Sendable {
  public var url: String, name: String
  public var trouble: EscrowTrouble?
  /// The version of the document that the provider has. `nil` if the version is unknown, or if the provider has only
  /// its parts of the ways.
  public var version: Int?
  /// The time until which the provider stores the document and the provider's parts of the ways, as Unix time in
  /// seconds.
  public var paidUntil: Int?
  /// `true` if the provider has the document that was uploaded to it.
  public var isCurrent: Bool
  /// `true` if this computer only simulates the provider, to practice with (G-34); `nil` if the hands do not say.
  public var isPractice: Bool?
  /// `true` if nothing was paid to the provider; `nil` if the hands don't know.
  public var isFree: Bool?
  public init(
    url: String, name: String, trouble: EscrowTrouble?, version: Int?, paidUntil: Int?, isCurrent: Bool,
    isPractice: Bool? = nil,
    isFree: Bool? = nil
  ) {
    self.url = url; self.name = name; self.trouble = trouble; self.version = version; self.paidUntil = paidUntil;
    self.isCurrent = isCurrent
    self.isPractice = isPractice; self.isFree = isFree
  }
  private enum CodingKeys: String, CodingKey {
    case url, name, trouble, version, paidUntil, isCurrent, isPractice, isFree
  }
}
