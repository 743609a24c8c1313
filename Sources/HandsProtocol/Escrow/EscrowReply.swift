/// The outcome of an `EscrowEffect`.
public enum EscrowReply: Hashable, Sendable {
  /// The hands are unavailable, for a reason that card screens use as well.
  case absent(CardAbsence)
  case nothingLeft, resumed(EscrowCheckpoint), discarded
  /// The attributes were accepted. Unusual entries look like typing errors, but can still be used.
  case identified(EscrowStrength, unusual: [EscrowMisfit] = [])
  /// Some fields are invalid, and nothing was kept.
  case misfit([EscrowMisfit])
  case shown
  case providers([EscrowProviderFacts])
  case methodAdded(EscrowMethodFacts), methodRemoved(Int)
  /// Every policy works: its shares are stored, and at least one of its providers has the document. `isPractice` says
  /// whether there are practice providers among them. If some providers do not have the document yet, they are listed
  /// in `gaps`.
  case uploaded(isPractice: Bool, gaps: [EscrowGap] = [])
  /// These payments are due now. For the same set-up, `paid` payments have arrived and, according to the providers'
  /// prices, `coming` more will be requested. A challenge has one payment at a time.
  case due([EscrowPayment], paid: Int = 0, coming: Int = 0)
  case gaps([EscrowGap])
  case finished
  case documents([EscrowDocumentFacts], [EscrowGap], lookUpsLeft: Int? = nil)
  case opened(EscrowPuzzle)
  /// A code is on its way.
  case sent
  /// No code was sent, because the provider was unable to send it. The provider refunds the payment, or the payment
  /// covers the next try.
  case notSent(EscrowRefund? = nil, isCovered: Bool = false)
  /// The challenge can be answered, and nothing must be sent. For payments: nothing is due any more.
  case ready
  case solved(Int)
  /// The answer was wrong. For a photo: the person who examined it rejected it.
  case wrong
  /// There are no more tries for a while.
  case limited
  /// The code is no longer valid.
  case expired
  /// The transfer was not seen yet, or nobody has decided on the photo.
  case notYet
  /// The provider no longer knows the challenge.
  case unknownChallenge
  case trouble(EscrowTrouble)
  case recovered
  /// The recovered secret belongs to somebody, but is not an account's way back.
  case otherSecret
  case status([EscrowStanding], policies: [[EscrowPartFacts]])
  /// Another program on this computer is continuing the work now.
  case busy
  /// The person at the hands declined.
  case declined
  /// The hands no longer have what was typed, generated or kept.
  case lost
  /// The effect failed, and nothing was changed.
  case failed
}

extension EscrowReply {
  /// Returns `true` if this is a possible reply to the effect and contains no more than hands may report.
  public func answers(_ asked: EscrowEffect) -> Bool { isWithinBounds && suits(asked) }

  private func suits(_ asked: EscrowEffect) -> Bool {
    switch (asked, self) {
    case (.drill(let step), _): suits(step)
    case (_, .absent), (_, .failed), (_, .declined), (_, .busy): true
    case (.resume, .nothingLeft), (.resume, .resumed), (.discard, .discarded): true
    case (.identify, .identified), (.identify, .misfit), (.showIdentity, .shown): true
    case (.contact, .providers), (.drawClock, .shown): true
    case (.addMethod, .methodAdded), (.addMethod, .misfit): true
    case (.removeMethod(let asked), .methodRemoved(let removed)): asked == removed
    case (.upload, .uploaded), (.upload, .due), (.upload, .gaps), (.finish, .finished): true
    case (.checkPayments, .due), (.checkPayments, .ready), (.checkPayments, .gaps): true
    case (.tryMethod, .sent), (.tryMethod, .notSent), (.tryMethod, .limited), (.tryMethod, .unknownChallenge),
      (.tryMethod, .trouble):
      true
    case (.answerMethod(let asked, _), .solved(let solved)): asked == solved
    case (.answerMethod, .wrong), (.answerMethod, .limited), (.answerMethod, .expired),
      (.answerMethod, .unknownChallenge), (.answerMethod, .trouble):
      true
    case (.discover, .documents), (.openDocument, .opened), (.openDocument, .trouble): true
    case (.begin, .sent), (.begin, .notSent), (.begin, .ready), (.begin, .due), (.begin, .limited),
      (.begin, .unknownChallenge), (.begin, .trouble):
      true
    case (.begin(let asked), .solved(let solved)), (.answer(let asked, _), .solved(let solved)),
      (.poll(let asked), .solved(let solved)):
      asked == solved
    case (.poll, .wrong), (.poll, .notYet), (.poll, .limited), (.poll, .expired), (.poll, .due),
      (.poll, .unknownChallenge), (.poll, .trouble):
      true
    case (.answer, .wrong), (.answer, .limited), (.answer, .expired), (.answer, .notYet), (.answer, .due),
      (.answer, .unknownChallenge),
      (.answer, .trouble):
      true
    case (.recover, .recovered), (.recover, .otherSecret), (.recover, .gaps): true
    case (.status, .status), (.status, .nothingLeft), (.picture, .shown), (.picture, .nothingLeft): true
    case (_, .lost): asked.needsMemory
    default: false
    }
  }
}

/// The unfinished work of an earlier run.
public enum EscrowCheckpoint: Hashable, Sendable {
  /// - Parameter begun: The payments of an upload that was begun, for this plan if there is one.
  case backup(
    country: String, methods: [EscrowMethodFacts], providers: [EscrowProviderFacts], plan: EscrowPlan?,
    begun: EscrowBegun? = nil)
  case recovery(
    country: String, providers: [EscrowProviderFacts], documents: [EscrowDocumentFacts], puzzle: EscrowPuzzle?)
}

extension EscrowCheckpoint: Codable {
  private enum Key: String, CodingKey { case type, country, methods, providers, plan, begun, documents, puzzle }

  public init(from decoder: any Decoder) throws {
    let left = try decoder.container(keyedBy: Key.self)
    let country = try left.decode(String.self, forKey: .country),
      providers = try left.decode([EscrowProviderFacts].self, forKey: .providers)
    switch try left.decode(EscrowPurpose.self, forKey: .type) {
    case .backup:
      let methods = try left.decode([EscrowMethodFacts].self, forKey: .methods)
      self = .backup(
        country: country, methods: methods, providers: providers,
        plan: try left.decodeIfPresent(EscrowPlan.self, forKey: .plan),
        begun: try left.decodeIfPresent(EscrowBegun.self, forKey: .begun))
    case .recovery:
      let documents = try left.decode([EscrowDocumentFacts].self, forKey: .documents)
      let puzzle = try left.decodeIfPresent(EscrowPuzzle.self, forKey: .puzzle)
      self = .recovery(country: country, providers: providers, documents: documents, puzzle: puzzle)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var left = encoder.container(keyedBy: Key.self)
    switch self {
    case .backup(let country, let methods, let providers, let plan, let begun):
      try left.encode(EscrowPurpose.backup, forKey: .type)
      try left.encode(country, forKey: .country)
      try left.encode(methods, forKey: .methods)
      try left.encode(providers, forKey: .providers)
      try left.encodeIfPresent(plan, forKey: .plan)
      try left.encodeIfPresent(begun, forKey: .begun)
    case .recovery(let country, let providers, let documents, let puzzle):
      try left.encode(EscrowPurpose.recovery, forKey: .type)
      try left.encode(country, forKey: .country)
      try left.encode(providers, forKey: .providers)
      try left.encode(documents, forKey: .documents)
      try left.encodeIfPresent(puzzle, forKey: .puzzle)
    }
  }
}
