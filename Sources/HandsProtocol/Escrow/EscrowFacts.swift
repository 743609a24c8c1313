/// What a provider says of itself. Amounts are written as the protocol writes them, `CUR:value[.fraction]`.
public struct EscrowProviderFacts: Codable, Hashable, Sendable {
  public struct Offer: Codable, Hashable, Sendable {
    public var kind: EscrowKind
    /// Of each use, at recovery.
    public var cost: String
    public init(_ kind: EscrowKind, cost: String) { self.kind = kind; self.cost = cost }
    private enum CodingKeys: String, CodingKey { case kind, cost }
  }
  /// Its base URL, ending in `/`.
  public var url: String
  /// What it calls itself; empty where it did not answer.
  public var name: String
  /// One that this computer only plays, to practice with (G-34).
  public var isPractice: Bool
  public var offers: [Offer]
  public var annualFee: String
  /// For each method and year.
  public var truthUploadFee: String
  /// How its host is met for a photo, in the host's words; `nil` where it does not say.
  public var meeting: String?
  /// Why it cannot be used now.
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

/// What keeps a provider from being used.
public enum EscrowTrouble: String, Codable, Hashable, Sendable, CaseIterable {
  case unreachable
  /// It answered what no provider answers.
  case notProvider
  /// It takes nothing more, or nothing as large.
  case full
  /// It asks for patience: too many requests.
  case limited
  /// It refused for a reason of its own.
  case refused
  /// What it gave is not what was put there.
  case lying
  /// It does not have what it took.
  case missing
  /// It took its part, and did not answer when it was asked whether it has it.
  case unchecked
  /// The time for which it was to keep its part is over.
  case expired
  /// Its newest document is older than another's.
  case behind
}

/// One method of a set-up: its number, which stays, and its kind. What it asks is known to the hands alone.
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

/// What is to be uploaded.
public struct EscrowPlan: Codable, Hashable, Sendable {
  public var policies: [EscrowPolicyFacts]
  /// How long it is to be kept, and paid for.
  public var years: Int
  public init(_ policies: [EscrowPolicyFacts], years: Int) { self.policies = policies; self.years = years }
  private enum CodingKeys: String, CodingKey { case policies, years }
}

/// How far the payments for an upload had come that an earlier run began: sums by provider and its prices, as the
/// protocol writes amounts; empty where no price can be told.
public struct EscrowBegun: Codable, Hashable, Sendable {
  public struct Sum: Codable, Hashable, Sendable {
    public var url: String, amount: String
    public init(url: String, amount: String) { self.url = url; self.amount = amount }
    private enum CodingKeys: String, CodingKey { case url, amount }
  }
  /// What has arrived, and what was asked for and had not.
  public var paid: [Sum], due: [Sum]
  public init(paid: [Sum], due: [Sum]) { self.paid = paid; self.due = due }
  private enum CodingKeys: String, CodingKey { case paid, due }
}

/// How hard somebody's attributes are to guess, in bits: for a stranger, and for somebody who knows them (G-14).
public struct EscrowStrength: Codable, Hashable, Sendable {
  public var stranger: Int, acquaintance: Int
  public init(stranger: Int, acquaintance: Int) { self.stranger = stranger; self.acquaintance = acquaintance }
  private enum CodingKeys: String, CodingKey { case stranger, acquaintance }
}

/// What is wrong, or looks wrong, with what stands in a field.
public struct EscrowMisfit: Codable, Hashable, Sendable {
  public enum Fault: String, Codable, Hashable, Sendable, CaseIterable {
    case missing
    case tooLong = "too-long"
    /// Other characters, or another number of them.
    case form
    case checkDigit = "check-digit"
    /// A day that is in no calendar, or that nobody alive was born on.
    case date
    /// Well formed, and never given out.
    case unassigned
    /// A code that is not the one that was expected.
    case wrong
  }
  public var field: FieldID, fault: Fault
  public init(_ field: FieldID, _ fault: Fault) { self.field = field; self.fault = fault }
  private enum CodingKeys: String, CodingKey { case field, fault }
}

/// A payment that a provider wants before it goes on.
public struct EscrowPayment: Codable, Hashable, Sendable {
  public var url: String
  /// As the provider's `/config` has it; what the wallet shows counts.
  public var amount: String
  /// For a wallet: `taler://pay/…`.
  public var uri: String
  public init(url: String, amount: String, uri: String) { self.url = url; self.amount = amount; self.uri = uri }
  private enum CodingKeys: String, CodingKey { case url, amount, uri }
}

/// What a provider gives back for a code that it could not send.
public struct EscrowRefund: Codable, Hashable, Sendable {
  public var url: String
  /// As the protocol writes it.
  public var amount: String
  /// For a wallet: `taler://refund/…`; `nil` where the provider does not know it yet.
  public var uri: String?
  public init(url: String, amount: String, uri: String?) { self.url = url; self.amount = amount; self.uri = uri }
  private enum CodingKeys: String, CodingKey { case url, amount, uri }
}

/// What keeps an upload from being whole: which providers, why, and which policies would not work.
public struct EscrowGap: Codable, Hashable, Sendable {
  public var url: String, trouble: EscrowTrouble
  public init(url: String, _ trouble: EscrowTrouble) { self.url = url; self.trouble = trouble }
  private enum CodingKeys: String, CodingKey { case url, trouble }
}

/// A document that providers keep for somebody with these attributes: a version of it at each.
public struct EscrowDocumentFacts: Codable, Hashable, Sendable {
  public struct Place: Codable, Hashable, Sendable {
    public var url: String, version: Int
    public init(url: String, version: Int) { self.url = url; self.version = version }
    private enum CodingKeys: String, CodingKey { case url, version }
  }
  public var name: String?
  public var places: [Place]
  /// When it was uploaded, in seconds of the Unix clock, where a provider says so.
  public var uploadedAt: Int?
  public init(name: String?, places: [Place], uploadedAt: Int?) {
    self.name = name; self.places = places; self.uploadedAt = uploadedAt
  }
  private enum CodingKeys: String, CodingKey { case name, places, uploadedAt }
}

/// An open document: its challenges, by number, and which of them suffice together.
public struct EscrowPuzzle: Codable, Hashable, Sendable {
  public struct Challenge: Codable, Hashable, Sendable {
    public var number: Int
    /// `nil` for a kind that we cannot answer.
    public var kind: EscrowKind?
    /// The provider's base URL and name.
    public var url: String, provider: String
    /// Of one use; `nil` where nobody knows.
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
  /// Where it was fetched.
  public var url: String, provider: String, version: Int
  /// What its owner called it, where they did.
  public var name: String?
  public var challenges: [Challenge]
  /// By the challenges' numbers.
  public var policies: [[Int]]
  /// Whether the document has more than this (`EscrowBounds`).
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

/// One provider of a finished set-up, as it stands now (C-40).
public struct EscrowStanding: Codable, Hashable, Sendable {
  public var url: String, name: String
  public var trouble: EscrowTrouble?
  /// Of the document that it has; `nil` where that is not known, or where it has its parts of the ways alone.
  public var version: Int?
  /// Until when it keeps it and its parts of the ways, in seconds of the Unix clock.
  public var paidUntil: Int?
  /// Whether the document that it has is the one that was put there.
  public var isCurrent: Bool
  /// One that this computer only plays, to practice with (G-34); `nil` where the hands don't say.
  public var isPractice: Bool?
  /// Whether nothing was paid for it; `nil` where the hands don't know.
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
