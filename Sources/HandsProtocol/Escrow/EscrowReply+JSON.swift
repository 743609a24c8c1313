extension EscrowReply: Codable {
  /// The names of the replies in the protocol's messages.
  enum Kind: String, Codable, CaseIterable {
    case absent, nothingLeft, resumed, discarded, identified, misfit, shown, providers, methodAdded, methodRemoved,
      uploaded, due, gaps, finished
    case documents, opened, sent, notSent, ready, solved, wrong, limited, expired, notYet, unknownChallenge, trouble,
      recovered, otherSecret
    case status, busy, declined, lost, failed
  }
  private enum Key: String, CodingKey {
    case type, absence, checkpoint, strength, unusual, misfits, providers, method, isPractice, gaps, payments,
      documents, puzzle, challenge, trouble
    case standings, policies, lookUpsLeft, paid, coming, refund, isCovered
  }

  public init(from decoder: any Decoder) throws {
    let reply = try decoder.container(keyedBy: Key.self)
    func gaps() throws -> [EscrowGap] { try reply.decode([EscrowGap].self, forKey: .gaps) }
    func misfits(_ key: Key) throws -> [EscrowMisfit] { try reply.decode([EscrowMisfit].self, forKey: key) }
    switch try reply.decode(Kind.self, forKey: .type) {
    case .absent: self = .absent(try reply.decode(CardAbsence.self, forKey: .absence))
    case .nothingLeft: self = .nothingLeft
    case .resumed: self = .resumed(try reply.decode(EscrowCheckpoint.self, forKey: .checkpoint))
    case .discarded: self = .discarded
    case .identified:
      self = .identified(try reply.decode(EscrowStrength.self, forKey: .strength), unusual: try misfits(.unusual))
    case .misfit: self = .misfit(try misfits(.misfits))
    case .shown: self = .shown
    case .providers: self = .providers(try reply.decode([EscrowProviderFacts].self, forKey: .providers))
    case .methodAdded: self = .methodAdded(try reply.decode(EscrowMethodFacts.self, forKey: .method))
    case .methodRemoved: self = .methodRemoved(try reply.decode(Int.self, forKey: .method))
    case .uploaded: self = .uploaded(isPractice: try reply.decode(Bool.self, forKey: .isPractice), gaps: try gaps())
    case .due:
      let payments = try reply.decode([EscrowPayment].self, forKey: .payments)
      self = .due(
        payments, paid: try reply.decode(Int.self, forKey: .paid), coming: try reply.decode(Int.self, forKey: .coming))
    case .gaps: self = .gaps(try gaps())
    case .finished: self = .finished
    case .documents:
      let documents = try reply.decode([EscrowDocumentFacts].self, forKey: .documents)
      self = .documents(documents, try gaps(), lookUpsLeft: try reply.decodeIfPresent(Int.self, forKey: .lookUpsLeft))
    case .opened: self = .opened(try reply.decode(EscrowPuzzle.self, forKey: .puzzle))
    case .sent: self = .sent
    case .notSent:
      let refund = try reply.decodeIfPresent(EscrowRefund.self, forKey: .refund)
      self = .notSent(refund, isCovered: try reply.decode(Bool.self, forKey: .isCovered))
    case .ready: self = .ready
    case .solved: self = .solved(try reply.decode(Int.self, forKey: .challenge))
    case .wrong: self = .wrong
    case .limited: self = .limited
    case .expired: self = .expired
    case .notYet: self = .notYet
    case .unknownChallenge: self = .unknownChallenge
    case .trouble: self = .trouble(try reply.decode(EscrowTrouble.self, forKey: .trouble))
    case .recovered: self = .recovered
    case .otherSecret: self = .otherSecret
    case .status:
      let policies = try reply.decode([[EscrowPartFacts]].self, forKey: .policies)
      self = .status(try reply.decode([EscrowStanding].self, forKey: .standings), policies: policies)
    case .busy: self = .busy
    case .declined: self = .declined
    case .lost: self = .lost
    case .failed: self = .failed
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var reply = encoder.container(keyedBy: Key.self)
    try reply.encode(kind, forKey: .type)
    switch self {
    case .absent(let absence): try reply.encode(absence, forKey: .absence)
    case .resumed(let checkpoint): try reply.encode(checkpoint, forKey: .checkpoint)
    case .identified(let strength, let unusual):
      try reply.encode(strength, forKey: .strength)
      try reply.encode(unusual, forKey: .unusual)
    case .misfit(let misfits): try reply.encode(misfits, forKey: .misfits)
    case .providers(let providers): try reply.encode(providers, forKey: .providers)
    case .methodAdded(let method): try reply.encode(method, forKey: .method)
    case .methodRemoved(let method): try reply.encode(method, forKey: .method)
    case .uploaded(let isPractice, let gaps):
      try reply.encode(isPractice, forKey: .isPractice)
      try reply.encode(gaps, forKey: .gaps)
    case .due(let payments, let paid, let coming):
      try reply.encode(payments, forKey: .payments)
      try reply.encode(paid, forKey: .paid)
      try reply.encode(coming, forKey: .coming)
    case .gaps(let gaps): try reply.encode(gaps, forKey: .gaps)
    case .documents(let documents, let gaps, let lookUpsLeft):
      try reply.encode(documents, forKey: .documents)
      try reply.encode(gaps, forKey: .gaps)
      try reply.encodeIfPresent(lookUpsLeft, forKey: .lookUpsLeft)
    case .opened(let puzzle): try reply.encode(puzzle, forKey: .puzzle)
    case .notSent(let refund, let isCovered):
      try reply.encodeIfPresent(refund, forKey: .refund)
      try reply.encode(isCovered, forKey: .isCovered)
    case .solved(let challenge): try reply.encode(challenge, forKey: .challenge)
    case .trouble(let trouble): try reply.encode(trouble, forKey: .trouble)
    case .status(let standings, let policies):
      try reply.encode(standings, forKey: .standings)
      try reply.encode(policies, forKey: .policies)
    case .nothingLeft, .discarded, .shown, .finished, .sent, .ready, .wrong, .limited, .expired, .notYet,
      .unknownChallenge, .recovered, .otherSecret, .busy, .declined, .lost, .failed:
      break
    }
  }

  private var kind: Kind {
    switch self {
    case .absent: .absent
    case .nothingLeft: .nothingLeft
    case .resumed: .resumed
    case .discarded: .discarded
    case .identified: .identified
    case .misfit: .misfit
    case .shown: .shown
    case .providers: .providers
    case .methodAdded: .methodAdded
    case .methodRemoved: .methodRemoved
    case .uploaded: .uploaded
    case .due: .due
    case .gaps: .gaps
    case .finished: .finished
    case .documents: .documents
    case .opened: .opened
    case .sent: .sent
    case .notSent: .notSent
    case .ready: .ready
    case .solved: .solved
    case .wrong: .wrong
    case .limited: .limited
    case .expired: .expired
    case .notYet: .notYet
    case .unknownChallenge: .unknownChallenge
    case .trouble: .trouble
    case .recovered: .recovered
    case .otherSecret: .otherSecret
    case .status: .status
    case .busy: .busy
    case .declined: .declined
    case .lost: .lost
    case .failed: .failed
    }
  }
}
