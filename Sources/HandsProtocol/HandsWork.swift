/// One effect that the server sends to the hands, with everything they need to carry it out.
public struct HandsWork: Sendable {
  /// The number under which the hands report the outcome.
  public var ticket: Ticket
  public var task: Task
  public init(ticket: Ticket, _ task: Task) { self.ticket = ticket; self.task = task }

  public enum Task: Sendable {
    /// - Parameter options: `PublicKeyCredentialCreationOptionsJSON` or `…RequestOptionsJSON` (WebAuthn Level 3 §5.1.8,
    ///   §5.1.9), as text.
    case key(KeyCeremony, options: String)
    case wait(TimerID, seconds: Int)
    case way(WayTask)
    /// - Parameter claim: The server's part of the statement that is signed.
    case card(CardEffect, claim: CardClaim?)
    case escrow(EscrowEffect)
  }
}

extension HandsWork: Codable {
  enum Key: String, CodingKey {
    case ticket, effect, options, timer, seconds, key, field, rp, materials, copy, card, claim, escrow
  }

  public init(from decoder: any Decoder) throws {
    let work = try decoder.container(keyedBy: Key.self), effect = try work.decode(String.self, forKey: .effect)
    ticket = try work.decode(Ticket.self, forKey: .ticket)
    switch effect {
    case "wait":
      task = .wait(try work.decode(TimerID.self, forKey: .timer), seconds: try work.decode(Int.self, forKey: .seconds))
    case "card":
      task = .card(
        try work.decode(CardEffect.self, forKey: .card), claim: try work.decodeIfPresent(CardClaim.self, forKey: .claim)
      )
    case "escrow": task = .escrow(try work.decode(EscrowEffect.self, forKey: .escrow))
    default:
      let parts = effect.split(separator: ".", maxSplits: 1).map(String.init)
      if parts.count == 2, parts[0] == "key", let ceremony = KeyCeremony(rawValue: parts[1]) {
        task = .key(ceremony, options: try work.decode(String.self, forKey: .options))
      } else if parts.count == 2, parts[0] == "way", let kind = WayTask.Kind(rawValue: parts[1]) {
        task = .way(try WayTask(kind, work))
      } else {
        throw DecodingError.dataCorruptedError(forKey: .effect, in: work, debugDescription: "no such effect")
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var work = encoder.container(keyedBy: Key.self)
    try work.encode(ticket, forKey: .ticket)
    try work.encode(effect, forKey: .effect)
    switch task {
    case .key(_, let options): try work.encode(options, forKey: .options)
    case .wait(let timer, let seconds):
      try work.encode(timer, forKey: .timer)
      try work.encode(seconds, forKey: .seconds)
    case .way(let way): try way.encode(to: &work)
    case .card(let card, let claim):
      try work.encode(card, forKey: .card)
      try work.encodeIfPresent(claim, forKey: .claim)
    case .escrow(let escrow): try work.encode(escrow, forKey: .escrow)
    }
  }

  /// The effect's name in the protocol's messages: `key.signIn`, `way.open`, `card`, `escrow`, `wait`.
  public var effect: String {
    switch task {
    case .key(let ceremony, _): "key.\(ceremony.rawValue)"
    case .wait: "wait"
    case .way(let way): "way.\(way.kind.rawValue)"
    case .card: "card"
    case .escrow: "escrow"
    }
  }
}

/// An order that hands simply carry out, because it cannot fail on its own.
public enum HandsOrder: Hashable, Sendable {
  case buzz
  /// Wipes the content of a secret field, or what was generated for it.
  case forget(FieldID)
}

extension HandsOrder: Codable {
  private enum Kind: String, Codable { case buzz, forget }
  private enum Key: String, CodingKey { case type, field }

  public init(from decoder: any Decoder) throws {
    let order = try decoder.container(keyedBy: Key.self)
    switch try order.decode(Kind.self, forKey: .type) {
    case .buzz: self = .buzz
    case .forget: self = .forget(try order.decode(FieldID.self, forKey: .field))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var order = encoder.container(keyedBy: Key.self)
    switch self {
    case .buzz: try order.encode(Kind.buzz, forKey: .type)
    case .forget(let field):
      try order.encode(Kind.forget, forKey: .type)
      try order.encode(field, forKey: .field)
    }
  }
}

/// A ceremony of the browser's credentials API.
public enum KeyCeremony: String, Codable, Hashable, Sendable, CaseIterable {
  /// Creates a hardware key for the account, or the passkey of an account that does not exist yet.
  case create, register
  case tap, signIn, signInImmediately, autoFill, confirm
}

/// The reason why a ceremony ended without a credential, as far as a browser lets a page know.
public enum KeyFault: String, Codable, Hashable, Sendable, CaseIterable {
  case misread  // it failed, and the person did not end it
  case alreadyEnrolled  // `InvalidStateError`: an excluded key was touched
  case dismissed  // `NotAllowedError`: the person said no, or the browser's time was over; a page cannot tell which
  case noneHere  // immediate mode found no passkey on this device (B-21)
  case unsupported  // this browser cannot do what was asked
  case wrongPlace  // `SecurityError`: the page's address does not fit the RP id
}
