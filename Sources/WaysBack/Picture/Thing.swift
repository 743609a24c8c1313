import Sentences

/// One thing that can be lost or forgotten, or can go away. Two are the same if their kinds and ids are.
public struct Thing: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case key, card, pin, known, paper, provider, method, place, device, site, copy

    /// `true` if a way back names the thing. A place, the site and a PIN are nothing to show.
    public var isShown: Bool { order < Self.unshown }

    /// The place of the kind in the order in which a way back names things of equal number.
    var order: Int {
      switch self {
      case .key: 0
      case .card: 1
      case .known: 2
      case .paper: 3
      case .provider, .method: 4
      case .copy: 5
      case .place, .device, .site, .pin: Self.unshown
      }
    }
    private static let unshown = 6
  }
  public var id: String
  public var kind: Kind
  /// The name by itself, as on a label: "Kit no. 1".
  public var name: Sentence
  /// The name inside a sentence: "kit no. 1".
  public var nameInSentence: Sentence

  /// `true` if account recovery takes it, of which a server knows one thing, and the hands what was said of oneself.
  public var isOfEscrow: Bool { id == Self.escrow || id == Self.facts }
  static let escrow = "account recovery", facts = "facts"
}

/// The two names of a thing.
public struct ThingName: Hashable, Sendable {
  /// The name by itself, as on a label.
  public var alone: Sentence
  public var inSentence: Sentence
  public init(alone: Sentence, inSentence: Sentence) { self.alone = alone; self.inSentence = inSentence }
  /// The name of something that its owner, or somebody else, named.
  public init(_ name: Sentence) { alone = name; inSentence = name }
  /// Tells the name from the same name of another thing.
  func numbered(_ number: Int) -> ThingName {
    ThingName(alone: "\(alone) (\(number))", inSentence: "\(inSentence) (\(number))")
  }
}

extension ThingName {
  static func pin(of name: Sentence) -> ThingName {
    ThingName(alone: "The PIN of \(name)", inSentence: "the PIN of \(name)")
  }
  static func puk(of name: Sentence) -> ThingName {
    ThingName(alone: "The PUK of \(name)", inSentence: "the PUK of \(name)")
  }
  static func phrase(of name: Sentence) -> ThingName {
    ThingName(alone: "The phrase of \(name)", inSentence: "the phrase of \(name)")
  }
  /// - Parameter maker: `nil` if nobody says who keeps the synced copies.
  static func cloud(of maker: String?) -> ThingName {
    guard let maker else {
      return ThingName(
        alone: "The account that passkeys are synced with", inSentence: "the account that passkeys are synced with")
    }
    return ThingName(alone: "Your account with \(maker)", inSentence: "your account with \(maker)")
  }
  static let password = ThingName(alone: "Your password", inSentence: "your password")
  static let facts = ThingName(alone: "What you said of yourself", inSentence: "what you said of yourself")
  static let escrow = ThingName(alone: "Account recovery", inSentence: "account recovery")
  static func method(_ method: Holdings.Plan.Method) -> ThingName {
    switch method {
    case .question: ThingName(alone: "Your answers", inSentence: "your answers")
    case .email: ThingName(alone: "Your e-mail", inSentence: "your e-mail")
    case .sms: ThingName(alone: "Your telephone", inSentence: "your telephone")
    case .post: ThingName(alone: "Your mailbox", inSentence: "your mailbox")
    case .iban: ThingName(alone: "Your bank account", inSentence: "your bank account")
    case .totp: ThingName(alone: "Your code program", inSentence: "your code program")
    case .video: ThingName(alone: "Your face", inSentence: "your face")
    }
  }
}

extension Holdings {
  /// Returns the name of what a key takes besides itself: its PIN or, if it is built into a device, what unlocks that.
  func nameOfPIN(of key: Key) -> ThingName {
    guard let place = key.place, isDevice(place) else { return .pin(of: key.nameInSentence) }
    return site == .here(place)
      ? ThingName(alone: "How you unlock this computer", inSentence: "how you unlock this computer")
      : ThingName(alone: "How you unlock \(nameOfPlace(place))", inSentence: "how you unlock \(nameOfPlace(place))")
  }
  /// Returns the name of a paper of the code, by its index.
  func nameOfPaper(_ at: Int, of code: Code) -> ThingName {
    let kit = code.kit
    guard code.papers.count > 1 else { return ThingName(alone: "Kit no. \(kit)", inSentence: "kit no. \(kit)") }
    guard let place = code.papers[at].place.map(nameOfPlace) else {
      return ThingName(alone: "Kit no. \(kit), paper \(at + 1)", inSentence: "kit no. \(kit), paper \(at + 1)")
    }
    return ThingName(alone: "Kit no. \(kit) at \(place)", inSentence: "kit no. \(kit) at \(place)")
  }
  var nameOfCheck: ThingName {
    let kit = code?.kit ?? 1
    return ThingName(alone: "Kit no. \(kit): is it there?", inSentence: "the check of kit no. \(kit)")
  }
  /// Returns the name of a copy, by its index.
  public func nameOfCopy(_ at: Int) -> ThingName { name(of: copies[at]) }
  /// Returns the name of a copy. Only those of which nobody said where they lie are numbered.
  func name(of copy: Copy) -> ThingName {
    let all = copies.contains(copy) ? copies : copies + spentCopies
    let number = (all.firstIndex(of: copy) ?? 0) + 1
    switch (copy.kind, copy.place.map(nameOfPlace)) {
    case (.journal, let place?): return ThingName(alone: "Copy at \(place)", inSentence: "the copy at \(place)")
    case (.accounts, let place?):
      return ThingName(alone: "Copy of the accounts at \(place)", inSentence: "the copy of the accounts at \(place)")
    case (.journal, nil) where all.count == 1: return ThingName(alone: "Copy", inSentence: "the copy")
    case (.accounts, nil) where all.count == 1:
      return ThingName(alone: "Copy of the accounts", inSentence: "the copy of the accounts")
    case (.journal, nil): return ThingName(alone: "Copy \(number)", inSentence: "copy \(number)")
    case (.accounts, nil):
      return ThingName(alone: "Copy \(number) of the accounts", inSentence: "copy \(number) of the accounts")
    }
  }
}
