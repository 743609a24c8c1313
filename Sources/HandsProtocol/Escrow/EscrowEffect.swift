/// An effect that backs up the way's secret with escrow providers or recovers it. Identity attributes, addresses,
/// answers and codes are in secret fields and in the hands' own file, and never here.
public indirect enum EscrowEffect: Hashable, Sendable {
  // Earlier runs
  /// Looks for unfinished work from an earlier run (C-53).
  case resume(EscrowPurpose)
  /// Forgets an earlier run's unfinished work.
  case discard(EscrowPurpose)

  // The person's identity
  /// Checks the typed attributes, and keeps them as they will be used (C-21, C-22).
  case identify(EscrowPurpose, country: String, fields: [FieldID])
  /// Shows the attributes again as they will be used, each under the name of its field.
  case showIdentity(EscrowPurpose)

  // Providers
  /// Asks providers for their offers, and adds the providers that are not yet known (C-30, C-31).
  case contact(EscrowPurpose, [String])

  // Set-up
  /// Generates a key for a program that produces time-based codes, and shows it.
  case drawClock(FieldID)
  /// Checks and keeps the data that a method needs (C-26, C-27).
  case addMethod(EscrowKind, fields: [FieldID])
  case removeMethod(Int)
  /// Uploads everything that is not uploaded yet. May be repeated.
  case upload(EscrowPlan)
  /// Checks whether the payments due for the upload have been made, and keeps what the providers returned for them. It
  /// begins nothing and hands out nothing.
  case checkPayments
  /// Has the provider of a stored part send the code that it would send at a recovery, to try the method's address. Only
  /// a part whose check is free is tried.
  case tryMethod(Int)
  /// Answers with that code. The provider must return the part as it was stored.
  case answerMethod(Int, FieldID)
  /// Completes the set-up: forgets the attributes and the secret, and keeps what the status page needs.
  case finish

  // Recovery
  /// Looks for documents at these providers, without revealing to anyone whether there is a document.
  case discover([String])
  case openDocument(url: String, version: Int)
  /// Has a provider send a code, or start whatever else the challenge needs.
  case begin(challenge: Int)
  case answer(challenge: Int, FieldID)
  /// Asks whether the transfer that a challenge waits for has arrived, or whether the photo was accepted.
  case poll(challenge: Int)
  /// Combines the shares of a policy.
  case recover

  // Drills
  /// One step of a recovery, in a drill. What a drill finds, asks and gets back is kept in the hands' memory alone, apart
  /// from a recovery's, until the drill ends or rests for a while. `finish` notes the day for the parts that were joined
  /// and forgets the rest. Only what `isDrillable` can be drilled.
  case drill(EscrowEffect)

  // Afterwards
  /// Asks each provider of a finished set-up for its status (C-40).
  case status
  /// Shows what is known of the finished set-up, without asking a provider. A page orders it by itself, because the
  /// answer is for no server.
  case picture
}

/// One of the two conversations: setting up a backup, or recovering from it.
public enum EscrowPurpose: String, Codable, Hashable, Sendable, CaseIterable { case backup, recovery }

extension EscrowEffect {
  /// `true` if the effect uses something that was given to the hands earlier, or that they have in their file.
  var needsMemory: Bool {
    switch self {
    case .resume, .discard, .status, .picture, .contact: false
    case .identify, .showIdentity, .drawClock, .addMethod, .removeMethod, .upload, .checkPayments, .tryMethod,
      .answerMethod, .finish, .discover, .openDocument, .begin, .answer, .poll, .recover:
      true
    case .drill(let step): step.needsMemory
    }
  }
  /// `true` if the effect is a step that a drill can take. Transfers and photos, which are polled for, take days.
  public var isDrillable: Bool {
    switch self {
    case .resume(let purpose), .discard(let purpose), .identify(let purpose, _, _), .showIdentity(let purpose),
      .contact(let purpose, _):
      purpose == .recovery
    case .discover, .openDocument, .begin, .answer, .recover, .finish: true
    case .drawClock, .addMethod, .removeMethod, .upload, .checkPayments, .tryMethod, .answerMethod, .poll, .status,
      .picture, .drill:
      false
    }
  }
  /// The secret fields that the effect uses.
  public var fields: [FieldID] {
    switch self {
    case .identify(_, _, let fields), .addMethod(_, let fields): fields
    case .answer(_, let field), .answerMethod(_, let field): [field]
    case .resume, .discard, .showIdentity, .contact, .drawClock, .removeMethod, .upload, .checkPayments, .tryMethod,
      .finish, .discover, .openDocument, .begin, .poll, .recover, .status, .picture:
      []
    case .drill(let step): step.fields
    }
  }
  /// `true` if the effect begins with finished work, and needs none that is unfinished.
  public var readsFinishedWork: Bool { self == .status || self == .picture }
}

extension EscrowEffect: Codable {
  /// The names of the effects in the protocol's messages.
  enum Kind: String, Codable, CaseIterable {
    case resume, discard, identify, showIdentity, contact, drawClock, addMethod, removeMethod, upload, checkPayments,
      tryMethod, answerMethod, finish, discover, openDocument
    case begin, answer, poll, recover, status, picture, drill
  }
  private enum Key: String, CodingKey {
    case type, purpose, country, fields, field, providers, kind, method, plan, url, version, challenge, step
  }

  public init(from decoder: any Decoder) throws {
    let effect = try decoder.container(keyedBy: Key.self)
    func purpose() throws -> EscrowPurpose { try effect.decode(EscrowPurpose.self, forKey: .purpose) }
    func field() throws -> FieldID { try effect.decode(FieldID.self, forKey: .field) }
    func fields() throws -> [FieldID] { try effect.decode([FieldID].self, forKey: .fields) }
    func providers() throws -> [String] { try effect.decode([String].self, forKey: .providers) }
    func number(_ key: Key) throws -> Int { try effect.decode(Int.self, forKey: key) }
    switch try effect.decode(Kind.self, forKey: .type) {
    case .resume: self = .resume(try purpose())
    case .discard: self = .discard(try purpose())
    case .identify:
      self = .identify(try purpose(), country: try effect.decode(String.self, forKey: .country), fields: try fields())
    case .showIdentity: self = .showIdentity(try purpose())
    case .contact: self = .contact(try purpose(), try providers())
    case .drawClock: self = .drawClock(try field())
    case .addMethod: self = .addMethod(try effect.decode(EscrowKind.self, forKey: .kind), fields: try fields())
    case .removeMethod: self = .removeMethod(try number(.method))
    case .upload: self = .upload(try effect.decode(EscrowPlan.self, forKey: .plan))
    case .checkPayments: self = .checkPayments
    case .tryMethod: self = .tryMethod(try number(.method))
    case .answerMethod: self = .answerMethod(try number(.method), try field())
    case .finish: self = .finish
    case .discover: self = .discover(try providers())
    case .openDocument:
      self = .openDocument(url: try effect.decode(String.self, forKey: .url), version: try number(.version))
    case .begin: self = .begin(challenge: try number(.challenge))
    case .answer: self = .answer(challenge: try number(.challenge), try field())
    case .poll: self = .poll(challenge: try number(.challenge))
    case .recover: self = .recover
    case .status: self = .status
    case .picture: self = .picture
    case .drill:
      let step = try effect.decode(EscrowEffect.self, forKey: .step)
      guard step.isDrillable else {
        throw DecodingError.dataCorruptedError(forKey: .step, in: effect, debugDescription: "no step of a drill")
      }
      self = .drill(step)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var effect = encoder.container(keyedBy: Key.self)
    try effect.encode(kind, forKey: .type)
    switch self {
    case .resume(let purpose), .discard(let purpose), .showIdentity(let purpose):
      try effect.encode(purpose, forKey: .purpose)
    case .identify(let purpose, let country, let fields):
      try effect.encode(purpose, forKey: .purpose)
      try effect.encode(country, forKey: .country)
      try effect.encode(fields, forKey: .fields)
    case .contact(let purpose, let providers):
      try effect.encode(purpose, forKey: .purpose)
      try effect.encode(providers, forKey: .providers)
    case .drawClock(let field): try effect.encode(field, forKey: .field)
    case .addMethod(let kind, let fields):
      try effect.encode(kind, forKey: .kind)
      try effect.encode(fields, forKey: .fields)
    case .removeMethod(let method), .tryMethod(let method): try effect.encode(method, forKey: .method)
    case .answerMethod(let method, let field):
      try effect.encode(method, forKey: .method)
      try effect.encode(field, forKey: .field)
    case .upload(let plan): try effect.encode(plan, forKey: .plan)
    case .discover(let providers): try effect.encode(providers, forKey: .providers)
    case .openDocument(let url, let version):
      try effect.encode(url, forKey: .url)
      try effect.encode(version, forKey: .version)
    case .begin(let challenge), .poll(let challenge): try effect.encode(challenge, forKey: .challenge)
    case .answer(let challenge, let field):
      try effect.encode(challenge, forKey: .challenge)
      try effect.encode(field, forKey: .field)
    case .drill(let step): try effect.encode(step, forKey: .step)
    case .checkPayments, .finish, .recover, .status, .picture: break
    }
  }

  private var kind: Kind {
    switch self {
    case .resume: .resume
    case .discard: .discard
    case .identify: .identify
    case .showIdentity: .showIdentity
    case .contact: .contact
    case .drawClock: .drawClock
    case .addMethod: .addMethod
    case .removeMethod: .removeMethod
    case .upload: .upload
    case .checkPayments: .checkPayments
    case .tryMethod: .tryMethod
    case .answerMethod: .answerMethod
    case .finish: .finish
    case .discover: .discover
    case .openDocument: .openDocument
    case .begin: .begin
    case .answer: .answer
    case .poll: .poll
    case .recover: .recover
    case .status: .status
    case .picture: .picture
    case .drill: .drill
    }
  }
}
