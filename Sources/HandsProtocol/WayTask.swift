import Model

/// A task with the Master Key, and the materials that the hands need for it. The secret that opens the Master Key is in
/// a secret field or came from a ceremony, and is never part of the task.
public enum WayTask: Sendable {
  /// Opens the Master Key with the result of this key's last touch. A key without a wrap gets one, and an account's
  /// first key creates the Master Key.
  case open(KeyID, WayMaterials)
  /// Tries whether the secret of this key's last touch opens the key's own current wrap, in an empty vault, and signs a
  /// proof that it did. Nothing else is opened, kept or made.
  case drill(KeyID, WayMaterials)
  /// Generates twelve words and shows them.
  case showCode(WayMaterials)
  /// Turns the displayed words into a way in.
  case sealCode(WayMaterials)
  /// Makes a new generation without the ways that the materials drop.
  case drop(WayMaterials)
  /// Finds the account that the typed words open.
  /// - Parameter rp: The RP id, as no account is known yet.
  case lookUpCode(FieldID, rp: String)
  /// Opens the Master Key with the typed words, and signs a proof that the hands have the words.
  case openWithCode(WayMaterials)
  /// Tries whether the typed words open the account, and signs a proof that they did. Nothing else is opened, kept or
  /// made.
  case tryWords(FieldID, WayMaterials)
  /// Draws the signs of a ticket for a rehearsal, and shows them.
  case drawTicket
  /// Makes a new generation for a newly created key and the displayed words.
  case startAnew(KeyID, WayMaterials)
  /// Turns the secret shared among escrow providers into a way in.
  case sealEscrow(WayMaterials)
  case lookUpEscrow(rp: String)
  case openWithEscrow(WayMaterials)
  /// Tries whether the secret that escrow providers returned opens the account, and signs a proof that it did. Nothing
  /// else is opened, kept or made.
  case tryEscrow(WayMaterials)
  /// Signs the request for a copy of the journal with the open Master Key.
  case signCopy(WayMaterials)
  /// Makes the copy, reads it back, and offers it to the person.
  case makeCopy(WayMaterials, CopyFacts)
}

extension WayTask {
  /// The tasks' names in the protocol's messages; in `HandsWork` they follow `way.`.
  enum Kind: String, CaseIterable {
    case open, drill, showCode, sealCode, drop, lookUpCode, openWithCode, tryWords, startAnew, sealEscrow
    case lookUpEscrow, openWithEscrow, tryEscrow, signCopy, makeCopy, drawTicket
  }

  init(_ kind: Kind, _ work: KeyedDecodingContainer<HandsWork.Key>) throws {
    func materials() throws -> WayMaterials { try work.decode(WayMaterials.self, forKey: .materials) }
    func key() throws -> KeyID { try work.decode(KeyID.self, forKey: .key) }
    func rp() throws -> String { try work.decode(String.self, forKey: .rp) }
    switch kind {
    case .open: self = .open(try key(), try materials())
    case .drill: self = .drill(try key(), try materials())
    case .showCode: self = .showCode(try materials())
    case .sealCode: self = .sealCode(try materials())
    case .drop: self = .drop(try materials())
    case .lookUpCode: self = .lookUpCode(try work.decode(FieldID.self, forKey: .field), rp: try rp())
    case .openWithCode: self = .openWithCode(try materials())
    case .tryWords: self = .tryWords(try work.decode(FieldID.self, forKey: .field), try materials())
    case .startAnew: self = .startAnew(try key(), try materials())
    case .sealEscrow: self = .sealEscrow(try materials())
    case .lookUpEscrow: self = .lookUpEscrow(rp: try rp())
    case .openWithEscrow: self = .openWithEscrow(try materials())
    case .tryEscrow: self = .tryEscrow(try materials())
    case .drawTicket: self = .drawTicket
    case .signCopy: self = .signCopy(try materials())
    case .makeCopy: self = .makeCopy(try materials(), try work.decode(CopyFacts.self, forKey: .copy))
    }
  }

  func encode(to work: inout KeyedEncodingContainer<HandsWork.Key>) throws {
    switch self {
    case .open(let key, let materials), .drill(let key, let materials), .startAnew(let key, let materials):
      try work.encode(key, forKey: .key)
      try work.encode(materials, forKey: .materials)
    case .showCode(let materials), .sealCode(let materials), .drop(let materials), .openWithCode(let materials),
      .sealEscrow(let materials), .openWithEscrow(let materials), .tryEscrow(let materials), .signCopy(let materials):
      try work.encode(materials, forKey: .materials)
    case .makeCopy(let materials, let copy):
      try work.encode(materials, forKey: .materials)
      try work.encode(copy, forKey: .copy)
    case .tryWords(let field, let materials):
      try work.encode(field, forKey: .field)
      try work.encode(materials, forKey: .materials)
    case .lookUpCode(let field, let rp):
      try work.encode(field, forKey: .field)
      try work.encode(rp, forKey: .rp)
    case .lookUpEscrow(let rp): try work.encode(rp, forKey: .rp)
    case .drawTicket: break
    }
  }

  var kind: Kind {
    switch self {
    case .open: .open
    case .drill: .drill
    case .showCode: .showCode
    case .sealCode: .sealCode
    case .drop: .drop
    case .lookUpCode: .lookUpCode
    case .openWithCode: .openWithCode
    case .tryWords: .tryWords
    case .startAnew: .startAnew
    case .sealEscrow: .sealEscrow
    case .lookUpEscrow: .lookUpEscrow
    case .openWithEscrow: .openWithEscrow
    case .tryEscrow: .tryEscrow
    case .drawTicket: .drawTicket
    case .signCopy: .signCopy
    case .makeCopy: .makeCopy
    }
  }
}

/// The outcome of a task with the Master Key.
public enum WayNews: Hashable, Sendable {
  case opened
  /// Words were generated and can be displayed, or a copy was made and can be saved.
  case shown
  /// Something to store or to verify, as JSON text: a `SealedBundle`, a `RecoveryLookup`, a
  /// `RecoveryProof`, a `DrillProof` or a `DrawnTicket`.
  case made(String)
  /// This key does not support PRF, or did not use it (G-19).
  case signsInOnly
  /// These hands do not have the Master Key open, because the page was reloaded.
  case closed
  /// These hands have no result from this key, because it was touched on a different page.
  case untouched
  /// The key signed, but returned a secret different from the one for which its wrap was made. Its PIN or fingerprints
  /// were reset (G-20). Or the typed words are not those for which the wrap was made.
  case mismatched
  /// The server's materials are inconsistent. Nothing was opened (WRAPS §5).
  case refused
  /// The account was created by an earlier version, which did not vouch for the recipients of the next Master Key.
  /// Nothing was opened.
  case fromBefore
  /// These hands are unable to carry out the task.
  case unable
}

extension WayNews {
  /// The public text that accompanies the outcome.
  public var made: String? { if case .made(let text) = self { text } else { nil } }

  /// The outcomes' names in the protocol's messages; in `HandsMessage` they follow `way.`.
  enum Kind: String, CaseIterable {
    case opened, shown, made, signsInOnly, closed, untouched, mismatched, refused, fromBefore, unable
  }

  init(_ kind: Kind, made: () throws -> String) rethrows {
    self =
      switch kind {
      case .opened: .opened
      case .shown: .shown
      case .made: .made(try made())
      case .signsInOnly: .signsInOnly
      case .closed: .closed
      case .untouched: .untouched
      case .mismatched: .mismatched
      case .refused: .refused
      case .fromBefore: .fromBefore
      case .unable: .unable
      }
  }

  var kind: Kind {
    switch self {
    case .opened: .opened
    case .shown: .shown
    case .made: .made
    case .signsInOnly: .signsInOnly
    case .closed: .closed
    case .untouched: .untouched
    case .mismatched: .mismatched
    case .refused: .refused
    case .fromBefore: .fromBefore
    case .unable: .unable
    }
  }
}
