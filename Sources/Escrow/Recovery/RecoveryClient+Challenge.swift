import Encoding

/// A person's answer to a challenge.
public enum RecoveryAnswer: Sendable {
  /// The answer to a question, exactly as typed.
  case text(Secret)
  /// A code that was sent, or computed from a clock.
  case code(AnswerCode)
  /// A statement that the requested transfer has been made.
  case transferMade
  /// A request to check whether the examiner has decided about the photo.
  case examined
}

/// The result of answering a challenge.
public enum AnswerResult: Sendable {
  /// The share was released, but no policy is complete yet.
  case solved
  /// A policy is complete, and the core secret is recovered.
  case recovered(CoreSecret)
  case wrong
  /// The examiner declined and gave this reason in their own words.
  case declined(reason: String)
  case noCode
  case limited(TryLimit)
  case paymentDue(PaymentRequest)
  case notYet
  /// The provider no longer has the truth, or the truth cannot be used. This challenge can no longer be solved.
  case gone
  /// This provider returned something other than the share stored with it. A different policy may not need this
  /// provider.
  case providerLied(ProviderAddress)
  /// All shares of a policy were released but do not fit together. One of the suspects caused the mismatch, unless the
  /// document itself was created that way.
  case doesNotFit(suspects: [ProviderAddress])
  case refused(EscrowRefusal)
}

extension RecoveryClient {
  /// Requests a challenge of the open document. For questions and time-based codes no request is needed, so no provider
  /// is contacted.
  ///
  /// - Throws: `invalid` if there is no such challenge, `unreachable`, `unexpected`.
  public func startChallenge(
    _ draft: RecoveryDraft, _ id: Base32Bytes
  ) async throws(EscrowError) -> (draft: RecoveryDraft, result: ChallengeResult) {
    var next = draft
    let (challenge, method) = try draft.challenge(id)
    guard challenge.type.needsChallenge else { return (draft, .notNeeded) }
    let truth = try await reference(challenge, method, &next)
    let result = try await client.challenge(truth, payment: challenge.payment?.identifier)
    next.opened?.change(id) { challenge in
      if case .paymentDue(let request) = result { challenge.payment = request }
      if result.isStarted { challenge.started = result }
      challenge.feedback = result.feedback
    }
    return (next, result)
  }

  /// Answers a challenge of the open document. A wrong answer loses no progress.
  ///
  /// - Throws: `invalid` if there is no such challenge or the answer is of the wrong kind, `unreachable` (the try may
  ///   have counted), `unexpected`.
  public func answer(
    _ draft: RecoveryDraft, _ id: Base32Bytes, with answer: RecoveryAnswer
  ) async throws(EscrowError) -> (draft: RecoveryDraft, result: AnswerResult) {
    var next = draft
    let (challenge, method) = try draft.challenge(id)
    let response = try challenge.response(to: answer, method)
    let truth = try await reference(challenge, method, &next)
    let result = try await client.solve(truth, response: response, payment: challenge.payment?.identifier)
    guard case .solved(let sealed) = result else {
      next.opened?.change(id) { challenge in
        if case .paymentDue(let request) = result { challenge.payment = request }
        challenge.feedback = result.feedback
      }
      return (next, result.answer)
    }
    guard let variant = draft.opened?.variant, draft.variants.indices.contains(variant) else {
      throw EscrowError(.invalid, "no such attributes")
    }
    let user = try UserIdentifier(draft.variants[variant], providerSalt: method.providerSalt.bytes)
    var text: Secret?
    if challenge.type == .question, case .text(let given) = answer { text = given }
    // The share was sealed so that it opens only here. If it does not open, the provider accepted the answer but
    // returned something else, and is at fault.
    guard let share = try? KeyShare(opening: sealed, for: user, answer: text) else {
      next.liars.insert(truth.provider)
      next.opened?.change(id) { $0.feedback = .lied }
      return (next, .providerLied(truth.provider))
    }
    next.opened?.change(id) { challenge in
      challenge.share = FiledSecret(share.secret)
      (challenge.feedback, challenge.started) = (.solved, nil)
    }
    let before = next.opened?.brokenPolicies.count ?? 0
    if let secret = next.opened?.open() { return (next, .recovered(secret)) }
    guard let opened = next.opened, opened.brokenPolicies.count > before else { return (next, .solved) }
    let suspects = opened.suspects
    guard suspects.count == 1, let liar = suspects.first else { return (next, .doesNotFit(suspects: suspects)) }
    next.liars.insert(liar)
    return (next, .providerLied(liar))
  }

  private func reference(
    _ challenge: RecoveryChallenge, _ method: RecoveryDocument.Method, _ draft: inout RecoveryDraft
  ) async throws(EscrowError) -> TruthReference {
    guard let provider = challenge.provider else { throw EscrowError(.invalid, "an address that may not be asked") }
    let configuration = try await configuration(provider, &draft)
    draft.opened?.setCosts(draft.configurations)
    return TruthReference(provider: provider, id: challenge.id, key: method.truthKey, isOld: configuration.isOld)
  }
}

extension RecoveryDraft {
  fileprivate func challenge(_ id: Base32Bytes) throws(EscrowError) -> (RecoveryChallenge, RecoveryDocument.Method) {
    guard let opened, let challenge = opened[id],
      let method = opened.document.methods.first(where: { $0.truthID == id })
    else {
      throw EscrowError(.invalid, "no such challenge")
    }
    return (challenge, method)
  }
}

extension RecoveryChallenge {
  fileprivate func response(
    to answer: RecoveryAnswer, _ method: RecoveryDocument.Method
  ) throws(EscrowError) -> [UInt8] {
    switch (type, answer) {
    case (.question, .text(let text)):
      return try AnswerHash.of(answer: text, salt: method.questionSalt.bytes, truth: id.bytes)
    case (.question, _): throw EscrowError(.invalid, "a question is answered with a text")
    case (_, .code(let code)): return code.response
    case (_, .transferMade):
      guard case .wire(let wire) = started else { throw EscrowError(.invalid, "no transfer was asked for") }
      return AnswerHash.of(code: wire.answerCode)
    case (_, .examined):
      guard case .review(let review) = started else {
        throw EscrowError(.invalid, "nobody was asked to look at a photo")
      }
      return AnswerHash.of(code: review.answerCode)
    case (_, .text): throw EscrowError(.invalid, "a text answers a question only")
    }
  }
}

extension ChallengeResult {
  /// `true` if the challenge can be answered now.
  public var isStarted: Bool {
    switch self {
    case .sent, .alreadySent, .wire, .review, .file: true
    default: false
    }
  }
  fileprivate var feedback: ChallengeFeedback? {
    switch self {
    case .sent, .alreadySent, .wire, .review, .file: .started
    case .paymentDue: .paymentDue
    case .limited(let limit): .limited(limit)
    case .unknownTruth, .keyRefused, .notUsable: .gone
    case .notNeeded: nil
    case .notSent: .notSent
    case .refused(let refusal): .refused(refusal)
    }
  }
}
extension SolveResult {
  fileprivate var feedback: ChallengeFeedback? {
    switch self {
    case .solved: .solved
    case .wrong, .declined: .wrong
    case .noCode: .noCode
    case .limited(let limit): .limited(limit)
    case .paymentDue: .paymentDue
    case .notYet: .notYet
    case .unknownTruth, .keyRefused, .shareGone, .notUsable: .gone
    case .refused(let refusal): .refused(refusal)
    }
  }
  fileprivate var answer: AnswerResult {
    switch self {
    case .solved: .solved
    case .wrong: .wrong
    case .declined(let reason): .declined(reason: reason)
    case .noCode: .noCode
    case .limited(let limit): .limited(limit)
    case .paymentDue(let request): .paymentDue(request)
    case .notYet: .notYet
    case .unknownTruth, .keyRefused, .shareGone, .notUsable: .gone
    case .refused(let refusal): .refused(refusal)
    }
  }
}
