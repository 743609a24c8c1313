import Encoding
import Escrow
import Foundation
import HandsProtocol

extension EscrowDesk {
  /// C-60, C-63.
  func begin(_ number: Int, _ origin: String) async throws -> EscrowNews {
    var notes = try recovery(of: origin)
    guard notes.draft?.opened != nil else { throw Lost() }
    guard let challenge = notes.challenge(number) else { return EscrowNews(.unknownChallenge) }
    guard !challenge.isSolved else { return EscrowNews(.solved(number)) }
    if case .review(let review) = challenge.started {
      if let news = try await standing(of: review, number, challenge, notes, origin) { return news }
      notes = try recovery(of: origin)
    }
    guard let draft = notes.draft else { throw Lost() }
    let result: ChallengeResult
    do throws(EscrowError) { (notes.draft, result) = try await started(draft, challenge, origin) } catch {
      return EscrowNews(.trouble(EscrowTrouble(error)))
    }
    if case .sent(let hint?) = result { notes.sentTo[number] = String(hint.prefix(200)) }
    try notebook.write(notes, of: origin)
    switch result {
    case .sent, .alreadySent: return EscrowNews(.sent, telling: notes.texts)
    case .file(let name): return EscrowNews(.sent, telling: notes.texts.merging([EscrowText.sentTo(number): name]) { $1 })
    case .wire(let wire): return EscrowNews(.ready, telling: notes.texts.merging(wire.texts) { $1 })
    case .review(let review): return EscrowNews(.ready, telling: notes.texts.merging(review.texts) { $1 })
    case .notNeeded: return EscrowNews(.ready, telling: notes.texts)
    case .paymentDue(let request): return EscrowNews(.due([challenge.payment(request)]))
    case .limited: return EscrowNews(.limited)
    case .unknownTruth, .keyRefused, .notUsable: return EscrowNews(.unknownChallenge)
    case .notSent(_, .refund(let amount, let address)?):
      return EscrowNews(.notSent(EscrowRefund(url: challenge.provider?.text ?? "", amount: amount.text, uri: address)))
    case .notSent(_, let money): return EscrowNews(.notSent(isCovered: money == .kept))
    case .refused(let refusal): return EscrowNews(.trouble(EscrowTrouble(refusal)))
    }
  }

  /// C-62, C-65, C-68. A wrong one loses nothing that is there.
  func answer(_ number: Int, _ typed: Secret, _ origin: String) async throws -> EscrowNews {
    let notes = try recovery(of: origin)
    guard let challenge = notes.challenge(number) else { return try unknown(notes) }
    let answer: RecoveryAnswer
    if challenge.type == .question {
      answer = .text(typed)
    } else if let code = AnswerCode(typed.text) {
      answer = .code(code)
    } else {
      return EscrowNews(.wrong)  // no provider has to be asked, and no try is used
    }
    return try await give(answer, to: number, challenge, notes, origin)
  }

  /// C-47: whether the transfer came, or what was said about the photo.
  func poll(_ number: Int, _ origin: String) async throws -> EscrowNews {
    let notes = try recovery(of: origin)
    guard let challenge = notes.challenge(number) else { return try unknown(notes) }
    switch challenge.started {
    case .wire: return try await give(.transferMade, to: number, challenge, notes, origin)
    case .review: return try await give(.examined, to: number, challenge, notes, origin)
    default: return EscrowNews(.expired)
    }
  }

  /// What has come of a photo that was put before somebody. Asking once more would put it there under another number: whoever was told the first
  /// would not be found, and a yes to it would be lost. How long it waits is the provider's to say, and a passing fault says nothing about it.
  ///
  /// - Returns: `nil` where it was turned down, or the provider knows nothing of it any more.
  private func standing(
    of review: ReviewInstructions, _ number: Int, _ challenge: RecoveryChallenge, _ notes: RecoveryNotes, _ origin: String
  ) async throws -> EscrowNews? {
    let news = try await give(.examined, to: number, challenge, notes, origin)
    switch news.reply {
    case .expired: return nil
    case .wrong where news.shown != nil: return nil  // with the reason; without it nobody has looked
    case .solved, .due, .unknownChallenge, .trouble(.lying): return news
    default: return EscrowNews(.ready, telling: notes.texts.merging(review.texts) { $1 })
    }
  }

  private func give(
    _ answer: RecoveryAnswer, to number: Int, _ challenge: RecoveryChallenge, _ before: RecoveryNotes, _ origin: String
  ) async throws -> EscrowNews {
    guard let draft = before.draft else { throw Lost() }
    guard !challenge.isSolved else { return EscrowNews(.solved(number)) }
    var notes = before
    let result: AnswerResult
    do throws(EscrowError) { (notes.draft, result) = try await answered(draft, challenge, answer, origin) } catch {
      return EscrowNews(.trouble(EscrowTrouble(error)))
    }
    try notebook.write(notes, of: origin)
    switch result {
    // Shares that do not fit are there all the same; putting them together says whose fault it was.
    case .solved, .recovered, .doesNotFit: return EscrowNews(.solved(number))
    case .wrong: return EscrowNews(.wrong)
    case .declined(let reason): return EscrowNews(.wrong, telling: [EscrowText.reviewReason: reason])
    case .noCode: return EscrowNews(.expired)
    case .limited: return EscrowNews(.limited)
    case .paymentDue(let request): return EscrowNews(.due([challenge.payment(request)]))
    case .notYet: return EscrowNews(.notYet)
    case .gone: return EscrowNews(.unknownChallenge)
    case .providerLied: return EscrowNews(.trouble(.lying))
    case .refused(let refusal): return EscrowNews(.trouble(EscrowTrouble(refusal)))
    }
  }

  private func unknown(_ notes: RecoveryNotes) throws -> EscrowNews {
    guard notes.draft?.opened != nil else { throw Lost() }
    return EscrowNews(.unknownChallenge)
  }

  private func started(
    _ draft: RecoveryDraft, _ challenge: RecoveryChallenge, _ origin: String
  ) async throws(EscrowError) -> (RecoveryDraft?, ChallengeResult) {
    let (next, result) = try await recoveryClient(for: origin).startChallenge(draft, challenge.id)
    return (next, result)
  }
  private func answered(
    _ draft: RecoveryDraft, _ challenge: RecoveryChallenge, _ answer: RecoveryAnswer, _ origin: String
  ) async throws(EscrowError) -> (RecoveryDraft?, AnswerResult) {
    let (next, result) = try await recoveryClient(for: origin).answer(draft, challenge.id, with: answer)
    return (next, result)
  }
}

extension RecoveryChallenge {
  fileprivate func payment(_ request: PaymentRequest) -> EscrowPayment {
    EscrowPayment(url: provider?.text ?? "", amount: cost?.text ?? "", uri: request.uri)
  }
}
