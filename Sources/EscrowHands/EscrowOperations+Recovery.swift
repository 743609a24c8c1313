import Encoding
import Escrow
import Foundation
import HandsProtocol

extension EscrowOperations {
  /// Looks for documents with every possible spelling of the attributes. The result does not reveal whether there is no
  /// document or one that must not be seen (G-14).
  func discover(_ urls: [String], _ origin: String) async throws -> EscrowNews {
    var notes = try recovery(of: origin)
    guard let identity = notes.identity, let country = Country.of(code: identity.country) else { throw Lost() }
    let asked =
      urls.isEmpty ? notes.known.addresses : urls.compactMap { ProviderAddress($0) }.filter { mayAsk($0, for: origin) }
    guard !asked.isEmpty else { return EscrowNews(.failed) }
    let variants = country.variants(of: IdentityAttributes(identity.typed)).map(\.attributes.values)
    var draft = try notes.draft ?? RecoveryDraft(variants: variants, providers: asked)
    for address in asked { draft.add(address) }
    draft = await recoveryClient(for: origin).discover(draft)
    for (address, configuration) in draft.configurations { notes.known.take(.success(configuration), of: address) }
    notes.draft = draft
    try keep(notes, of: origin)
    let behind = draft.behind
    let gaps = draft.providers.compactMap { [draft] address -> EscrowGap? in
      guard case .trouble(let trouble)? = draft.standings[address] else {
        return behind.contains(address) ? EscrowGap(url: address.text, .behind) : nil
      }
      return EscrowGap(url: address.text, EscrowTrouble(trouble))
    }
    // The secrets of this site come first, because a newer secret for a different site opens nothing here.
    let documents = notes.documents, own = EscrowWay.name(at: origin)
    return EscrowNews(
      .documents(
        documents.filter { $0.name == own } + documents.filter { $0.name != own }, gaps, lookUpsLeft: draft.lookUpsLeft)
    )
  }

  func open(_ url: String, _ version: Int, _ origin: String) async throws -> EscrowNews {
    var notes = try recovery(of: origin)
    guard let draft = notes.draft else { throw Lost() }
    guard let address = ProviderAddress(url), draft.providers.contains(address) else {
      return EscrowNews(.trouble(.notProvider))
    }
    let before = draft.opened
    do throws(EscrowError) {
      let (next, result) = try await recoveryClient(for: origin).open(draft, at: address, version: version)
      switch result {
      case .refused(let refusal): return EscrowNews(.trouble(EscrowTrouble(refusal)))
      case .nothing: return EscrowNews(.trouble(.lying))
      case .opened: notes.draft = next
      }
    } catch { return EscrowNews(.trouble(EscrowTrouble(error))) }
    if notes.draft?.opened?.documentHash != before?.documentHash { notes.sentTo = [:] }
    try keep(notes, of: origin)
    guard let puzzle = notes.puzzle else { return EscrowNews(.failed) }
    return EscrowNews(.opened(puzzle), telling: notes.texts)
  }

  /// Combines the shares. Any secret other than an account's way back is for its owner only, not for a page.
  func recover(_ origin: String) throws -> EscrowNews {
    let notes = try recovery(of: origin)
    guard let draft = notes.draft, let opened = draft.opened else { throw Lost() }
    guard let secret = draft.recovered else {
      return EscrowNews(.gaps(draft.liars.map(\.text).sorted().map { EscrowGap(url: $0, .lying) }))
    }
    let bytes = EscrowWay.bytes(of: secret, for: origin)
    if bytes != nil { try noteGivenBack(opened, origin) }
    if !givesWays, let bytes {
      return EscrowNews(.recovered, shown: .unlocking(bytes))
    }
    return EscrowNews(
      .otherSecret, shown: .file(RecoveredFile(name: secret.filename, mime: secret.mime, contents: secret.value)))
  }
}

extension EscrowOperations {
  /// Starts a challenge (C-60, C-63).
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
    try keep(notes, of: origin)
    switch result {
    case .sent, .alreadySent: return EscrowNews(.sent, telling: notes.texts)
    case .file(let name):
      return EscrowNews(.sent, telling: notes.texts.merging([EscrowText.sentTo(number): name]) { $1 })
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

  /// Answers a challenge (C-62, C-65, C-68). A wrong answer loses no progress.
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

  /// Asks whether the transfer has arrived, or what the examiner decided about the photo (C-47).
  func poll(_ number: Int, _ origin: String) async throws -> EscrowNews {
    let notes = try recovery(of: origin)
    guard let challenge = notes.challenge(number) else { return try unknown(notes) }
    switch challenge.started {
    case .wire: return try await give(.transferMade, to: number, challenge, notes, origin)
    case .review: return try await give(.examined, to: number, challenge, notes, origin)
    default: return EscrowNews(.expired)
    }
  }

  /// Asks for the decision about a photo that was already submitted to an examiner. Submitting the photo again would
  /// give it a different number. An examiner who was given the first number would not find it, and an approval under
  /// that number would be lost. The provider decides how long the photo waits, and a temporary failure does not mean
  /// that the photo was rejected.
  ///
  /// - Returns: `nil` if the photo was rejected, or the provider no longer knows about it.
  private func standing(
    of review: ReviewInstructions, _ number: Int, _ challenge: RecoveryChallenge, _ notes: RecoveryNotes,
    _ origin: String
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
    try keep(notes, of: origin)
    switch result {
    // Even if the shares do not fit, they have arrived. Combining them reveals which provider is at fault.
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
