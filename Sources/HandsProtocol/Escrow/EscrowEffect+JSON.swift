extension EscrowEffect: Codable {
  /// How each is called.
  enum Kind: String, Codable, CaseIterable {
    case resume, discard, identify, showIdentity, contact, drawClock, addMethod, removeMethod, upload, checkPayments, finish, discover, openDocument
    case begin, answer, poll, recover, status
  }
  private enum Key: String, CodingKey { case type, purpose, country, fields, field, providers, kind, method, plan, url, version, challenge }

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
    case .identify: self = .identify(try purpose(), country: try effect.decode(String.self, forKey: .country), fields: try fields())
    case .showIdentity: self = .showIdentity(try purpose())
    case .contact: self = .contact(try purpose(), try providers())
    case .drawClock: self = .drawClock(try field())
    case .addMethod: self = .addMethod(try effect.decode(EscrowKind.self, forKey: .kind), fields: try fields())
    case .removeMethod: self = .removeMethod(try number(.method))
    case .upload: self = .upload(try effect.decode(EscrowPlan.self, forKey: .plan))
    case .checkPayments: self = .checkPayments
    case .finish: self = .finish
    case .discover: self = .discover(try providers())
    case .openDocument: self = .openDocument(url: try effect.decode(String.self, forKey: .url), version: try number(.version))
    case .begin: self = .begin(challenge: try number(.challenge))
    case .answer: self = .answer(challenge: try number(.challenge), try field())
    case .poll: self = .poll(challenge: try number(.challenge))
    case .recover: self = .recover
    case .status: self = .status
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var effect = encoder.container(keyedBy: Key.self)
    try effect.encode(kind, forKey: .type)
    switch self {
    case .resume(let purpose), .discard(let purpose), .showIdentity(let purpose): try effect.encode(purpose, forKey: .purpose)
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
    case .removeMethod(let method): try effect.encode(method, forKey: .method)
    case .upload(let plan): try effect.encode(plan, forKey: .plan)
    case .discover(let providers): try effect.encode(providers, forKey: .providers)
    case .openDocument(let url, let version):
      try effect.encode(url, forKey: .url)
      try effect.encode(version, forKey: .version)
    case .begin(let challenge), .poll(let challenge): try effect.encode(challenge, forKey: .challenge)
    case .answer(let challenge, let field):
      try effect.encode(challenge, forKey: .challenge)
      try effect.encode(field, forKey: .field)
    case .checkPayments, .finish, .recover, .status: break
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
    case .finish: .finish
    case .discover: .discover
    case .openDocument: .openDocument
    case .begin: .begin
    case .answer: .answer
    case .poll: .poll
    case .recover: .recover
    case .status: .status
    }
  }
}
