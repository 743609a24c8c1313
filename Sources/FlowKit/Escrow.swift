import Model

/// What hands can do to back the way's secret up with escrow providers and to get it back. Identity attributes, addresses, answers and codes
/// stand in secret fields and in the hands' own file, and never here.
extension HandsEffect {
  public enum Escrow: Codable, Hashable, Sendable {
    // What was begun
    /// Looks for what an earlier run left unfinished (C-53).
    case resume(EscrowPurpose)
    /// Forgets it.
    case discard(EscrowPurpose)

    // Who somebody is
    /// Judges the typed attributes, and keeps them as they will be used (C-21, C-22).
    case identify(EscrowPurpose, country: String, fields: [FieldID])
    /// Shows them once more as they will be used, each under the name of its field.
    case showIdentity(EscrowPurpose)

    // Providers
    /// Asks providers what they offer; those that are not known yet are added (C-30, C-31).
    case contact(EscrowPurpose, [String])

    // Setting up
    /// Draws a key for a program that makes codes by the clock, and shows it.
    case drawClock(FieldID)
    /// Judges and keeps what a method needs to know (C-26, C-27).
    case addMethod(EscrowKind, fields: [FieldID])
    case removeMethod(Int)
    /// Uploads everything that is not uploaded yet. May be repeated.
    case upload(EscrowPlan)
    /// Everything stands: forgets the attributes and the secret, and keeps what the status page needs.
    case finish

    // Getting it back
    /// Looks for documents at these providers, and nowhere says whether there is one.
    case discover([String])
    case openDocument(url: String, version: Int)
    /// Has a provider send a code, or begin whatever the challenge needs.
    case begin(challenge: Int)
    case answer(challenge: Int, FieldID)
    /// Asks whether the transfer that a challenge waits for has come.
    case poll(challenge: Int)
    /// Puts the shares of a policy together.
    case recover

    // Afterwards
    /// Asks each provider of a finished set-up how it stands (C-40).
    case status
  }
}

/// Which of the two conversations.
public enum EscrowPurpose: String, Codable, Hashable, Sendable, CaseIterable { case backup, recovery }

/// A kind of challenge that we can set up and answer; the raw values are the protocol's.
public enum EscrowKind: String, Codable, Hashable, Sendable, CaseIterable {
  case question, email, sms, post, iban, totp
  /// Whether there is a code to type, as against an answer.
  public var hasCode: Bool { self != .question && self != .totp }
  /// The secret fields that a method of this kind is made of, in the order in which they are asked for. A clock's first one is drawn.
  public var fields: [FieldID] {
    switch self {
    case .question: ["question", "answer"]
    case .email: ["email"]
    case .sms: ["phone"]
    case .post: ["recipient", "street", "postcode", "city", "postalCountry"]
    case .iban: ["iban"]
    case .totp: ["clock", "clockCode"]
    }
  }
}

/// The texts that only the hands have, by the names under which screens ask for them: at any time, as long as the hands keep what was begun.
/// An attribute's stands under the name of its field.
public enum EscrowText {
  /// What a method of a set-up asks, or where it leads: the question, the address.
  public static func method(_ number: Int) -> FieldID { FieldID(rawValue: "method-\(number)") }
  /// What a challenge of an open document asks.
  public static func challenge(_ number: Int) -> FieldID { FieldID(rawValue: "challenge-\(number)") }
  /// Where its code went, as far as the provider says.
  public static func sentTo(_ number: Int) -> FieldID { FieldID(rawValue: "sent-to-\(number)") }
  /// The transfer that a challenge asks for: how much, to which account, whose that is, and what to write with it.
  public static let transferAmount: FieldID = "transfer-amount", transferAccount: FieldID = "transfer-account"
  public static let transferName: FieldID = "transfer-name", transferSubject: FieldID = "transfer-subject"
}

/// What a provider says of itself. Amounts are written as the protocol writes them, `CUR:value[.fraction]`.
public struct EscrowProviderFacts: Codable, Hashable, Sendable {
  public struct Offer: Codable, Hashable, Sendable {
    public var kind: EscrowKind
    /// Of each use, at recovery.
    public var cost: String
    public init(_ kind: EscrowKind, cost: String) { self.kind = kind; self.cost = cost }
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
  /// Why it cannot be used now.
  public var trouble: EscrowTrouble?
  public init(
    url: String, name: String, isPractice: Bool = false, offers: [Offer], annualFee: String, truthUploadFee: String, trouble: EscrowTrouble? = nil
  ) {
    self.url = url; self.name = name; self.isPractice = isPractice; self.offers = offers; self.annualFee = annualFee
    self.truthUploadFee = truthUploadFee; self.trouble = trouble
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
  /// The time for which it was to keep its part is over.
  case expired
  /// Its newest document is older than another's.
  case behind
}

/// One method of a set-up: its number, which stays, and its kind. What it asks is known to the hands alone.
public struct EscrowMethodFacts: Codable, Hashable, Sendable {
  public var number: Int, kind: EscrowKind
  public init(_ number: Int, _ kind: EscrowKind) { self.number = number; self.kind = kind }
}

/// Methods that together suffice, each at one provider.
public struct EscrowPolicyFacts: Codable, Hashable, Sendable {
  public struct Part: Codable, Hashable, Sendable {
    public var method: Int, url: String
    public init(_ method: Int, _ url: String) { self.method = method; self.url = url }
  }
  public var parts: [Part]
  public init(_ parts: [Part]) { self.parts = parts }
}

/// What is to be uploaded.
public struct EscrowPlan: Codable, Hashable, Sendable {
  public var policies: [EscrowPolicyFacts]
  /// How long it is to be kept, and paid for.
  public var years: Int
  public init(_ policies: [EscrowPolicyFacts], years: Int) { self.policies = policies; self.years = years }
}

/// How hard somebody's attributes are to guess, in bits: for a stranger, and for somebody who knows them (G-14).
public struct EscrowStrength: Codable, Hashable, Sendable {
  public var stranger: Int, acquaintance: Int
  public init(stranger: Int, acquaintance: Int) { self.stranger = stranger; self.acquaintance = acquaintance }
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
}

/// A payment that a provider wants before it goes on.
public struct EscrowPayment: Codable, Hashable, Sendable {
  public var url: String
  /// As the provider's `/config` has it; what the wallet shows counts.
  public var amount: String
  /// For a wallet: `taler://pay/…`.
  public var uri: String
  public init(url: String, amount: String, uri: String) { self.url = url; self.amount = amount; self.uri = uri }
}

/// What keeps an upload from being whole: which providers, why, and which policies would not work.
public struct EscrowGap: Codable, Hashable, Sendable {
  public var url: String, trouble: EscrowTrouble
  public init(url: String, _ trouble: EscrowTrouble) { self.url = url; self.trouble = trouble }
}

/// A document that providers keep for somebody with these attributes: a version of it at each.
public struct EscrowDocumentFacts: Codable, Hashable, Sendable {
  public struct Place: Codable, Hashable, Sendable {
    public var url: String, version: Int
    public init(url: String, version: Int) { self.url = url; self.version = version }
  }
  public var name: String?
  public var places: [Place]
  /// When it was uploaded, in seconds of the Unix clock, where a provider says so.
  public var uploadedAt: Int?
  public init(name: String?, places: [Place], uploadedAt: Int?) { self.name = name; self.places = places; self.uploadedAt = uploadedAt }
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
    public init(_ number: Int, _ kind: EscrowKind?, url: String, provider: String, cost: String?, isSolved: Bool = false) {
      self.number = number; self.kind = kind; self.url = url; self.provider = provider; self.cost = cost; self.isSolved = isSolved
    }
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
  public init(url: String, provider: String, version: Int, name: String? = nil, challenges: [Challenge], policies: [[Int]]) {
    self.url = url; self.provider = provider; self.version = version; self.name = name; self.challenges = challenges; self.policies = policies
  }
}

/// What an earlier run left.
public enum EscrowCheckpoint: Codable, Hashable, Sendable {
  case backup(country: String, methods: [EscrowMethodFacts], providers: [EscrowProviderFacts], plan: EscrowPlan?)
  case recovery(country: String, providers: [EscrowProviderFacts], documents: [EscrowDocumentFacts], puzzle: EscrowPuzzle?)
}

/// One part of a finished set-up's policy.
public struct EscrowPartFacts: Codable, Hashable, Sendable {
  public var kind: EscrowKind, url: String
  public init(_ kind: EscrowKind, _ url: String) { self.kind = kind; self.url = url }
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
  public init(url: String, name: String, trouble: EscrowTrouble?, version: Int?, paidUntil: Int?, isCurrent: Bool) {
    self.url = url; self.name = name; self.trouble = trouble; self.version = version; self.paidUntil = paidUntil; self.isCurrent = isCurrent
  }
}

extension HandsReply {
  public enum Escrow: Codable, Hashable, Sendable {
    /// The hands are not to be had, for a reason that a card's screens know as well.
    case absent(CardAbsence)
    case nothingLeft, resumed(EscrowCheckpoint), discarded
    /// What looks like a typing error and can be used all the same is told, too.
    case identified(EscrowStrength, unusual: [EscrowMisfit] = [])
    /// Nothing was kept.
    case misfit([EscrowMisfit])
    case shown
    case providers([EscrowProviderFacts])
    case methodAdded(EscrowMethodFacts), methodRemoved(Int)
    /// Every policy works: its shares are stored, and the document is at one of its providers at least. Practice providers are among them, or
    /// not. Where the document is not everywhere yet, these are the providers without it.
    case uploaded(isPractice: Bool, gaps: [EscrowGap] = [])
    case due([EscrowPayment]), gaps([EscrowGap])
    case finished
    case documents([EscrowDocumentFacts], [EscrowGap])
    case opened(EscrowPuzzle)
    /// A code is on its way.
    case sent
    /// The challenge can be answered; nothing has to be sent.
    case ready
    case solved(Int)
    /// With so many tries left as the provider says, where it does.
    case wrong
    /// No more tries for a while.
    case limited
    /// There is no such code any more.
    case expired
    /// The transfer was not seen yet.
    case notYet
    /// The provider does not know the challenge any more.
    case unknownChallenge
    case trouble(EscrowTrouble)
    case recovered
    /// The recovered secret is somebody's, but no account's way back.
    case otherSecret
    case status([EscrowStanding], policies: [[EscrowPartFacts]])
    /// Another program of this computer goes on with it now.
    case busy
    /// The person at the hands said no.
    case declined
    /// The hands no longer have what was typed, drawn or kept.
    case lost
    /// Nothing came of it, and nothing was changed.
    case failed
  }
}

extension HandsReply.Escrow {
  func answers(_ asked: HandsEffect.Escrow) -> Bool { isWithinBounds && suits(asked) }

  private func suits(_ asked: HandsEffect.Escrow) -> Bool {
    switch (asked, self) {
    case (_, .absent), (_, .failed), (_, .declined), (_, .busy): true
    case (.resume, .nothingLeft), (.resume, .resumed), (.discard, .discarded): true
    case (.identify, .identified), (.identify, .misfit), (.showIdentity, .shown): true
    case (.contact, .providers), (.drawClock, .shown): true
    case (.addMethod, .methodAdded), (.addMethod, .misfit): true
    case (.removeMethod(let asked), .methodRemoved(let removed)): asked == removed
    case (.upload, .uploaded), (.upload, .due), (.upload, .gaps), (.finish, .finished): true
    case (.discover, .documents), (.openDocument, .opened), (.openDocument, .trouble): true
    case (.begin, .sent), (.begin, .ready), (.begin, .due), (.begin, .limited), (.begin, .unknownChallenge), (.begin, .trouble): true
    case (.begin(let asked), .solved(let solved)), (.answer(let asked, _), .solved(let solved)), (.poll(let asked), .solved(let solved)):
      asked == solved
    case (.poll, .notYet), (.poll, .limited), (.poll, .expired), (.poll, .due), (.poll, .unknownChallenge), (.poll, .trouble): true
    case (.answer, .wrong), (.answer, .limited), (.answer, .expired), (.answer, .notYet), (.answer, .due), (.answer, .unknownChallenge),
      (.answer, .trouble):
      true
    case (.recover, .recovered), (.recover, .otherSecret), (.recover, .gaps): true
    case (.status, .status), (.status, .nothingLeft): true
    case (_, .lost): asked.needsMemory
    default: false
    }
  }
}
extension HandsEffect.Escrow {
  /// Whether it uses what the hands were given before, or keep in their file.
  var needsMemory: Bool {
    switch self {
    case .resume, .discard, .status, .contact: false
    case .identify, .showIdentity, .drawClock, .addMethod, .removeMethod, .upload, .finish, .discover, .openDocument, .begin, .answer, .poll,
      .recover:
      true
    }
  }
  /// The secret fields that it uses.
  public var fields: [FieldID] {
    switch self {
    case .identify(_, _, let fields), .addMethod(_, let fields): fields
    case .answer(_, let field): [field]
    case .resume, .discard, .showIdentity, .contact, .drawClock, .removeMethod, .upload, .finish, .discover, .openDocument, .begin, .poll, .recover,
      .status:
      []
    }
  }
}
