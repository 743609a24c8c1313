import Encoding
import Escrow
import Foundation

/// Starts challenges: generates a code and has it delivered to the truth's owner.
struct Challenger: Sendable {
  let service: TruthService
  private var provider: Provider { service.provider }

  enum Outcome: Sendable {
    /// The code is on its way, or was sent too recently to be sent again.
    case sent(hint: String, isRepeated: Bool)
    case transfer(TransferDetails)
    /// The photo is waiting for the host.
    case review(ReviewDetails)
  }

  /// - Parameter reviews: The requester's allowance of photos that may be submitted to the host.
  func challenge(_ id: [UInt8], key: [UInt8], payment: [UInt8]?, patience: Int = 0, reviews: Allowance) async throws
    -> Outcome
  {
    let (truth, type, open) = try await service.open(id, key: key)
    switch open {
    case .question, .clock: throw ProviderRefusal(.wrongMethod)
    case .transfer(let iban): return .transfer(try await transfer(of: truth, iban: iban))
    case .photo(let photo):
      let order = try await service.payments.coverChallenge(of: truth.id, type, payment: payment, patience: patience)
      return .review(try await ReviewQueue(provider: provider).add(photo, of: truth.id, order: order, reviews))
    case .code(let method, let recipient):
      let order = try await service.payments.coverChallenge(of: truth.id, type, payment: payment, patience: patience)
      return try await send(truth, type, method, to: recipient, order: order)
    }
  }

  private enum Step: Sendable { case send(IssuedCode), sentAlready, exhausted }

  private func send(
    _ truth: KeptTruth, _ type: MethodType, _ method: any CodeMethod.Type, to recipient: Recipient, order: [UInt8]?
  ) async throws -> Outcome {
    guard let delivery = provider.deliveries[type] else { throw ProviderRefusal(.startFailed) }
    let now = provider.now(), rules = method.rules
    let step = try await provider.store.write { records -> Step in
      let codes = try records.codes(of: truth.id)
      var code: IssuedCode
      if let newest = codes.first, newest.createdAt + (rules.rotation ?? rules.validity) > now, newest.expiresAt > now {
        guard newest.triesLeft > 0 else { return .exhausted }
        if let sent = newest.sentAt, now < sent + rules.retransmission { return .sentAlready }
        code = newest
        code.sentAt = now
        try records.update(code)
        if let order { try records.spendUse(of: order) }
        return .send(code)
      }
      if let order { try records.spendUse(of: order) }
      code = IssuedCode(
        truth: truth.id, number: (codes.first?.number ?? 0) + 1, code: DrawnCode.draw(), triesLeft: rules.tries ?? 0,
        createdAt: now,
        expiresAt: now + rules.validity, sentAt: now)
      try records.insert(code)
      return .send(code)
    }
    switch step {
    case .exhausted: throw ProviderRefusal(.rateLimited, limit: rules.limit)
    case .sentAlready: return .sent(hint: recipient.hint, isRepeated: true)
    case .send(let code):
      let letter = CodeLetter(
        method: type, recipient: recipient, code: DrawnCode.text(code.code),
        truthName: String(Base32Bytes(truth.id).text.prefix(6)),
        sender: provider.settings.shownName, isPractice: provider.settings.isPractice)
      do { try await delivery.deliver(letter) } catch {
        let returned = try await takeBack(code, order: order)
        throw ProviderRefusal(
          error == .notStarted ? method.refusals.notStarted : method.refusals.failed, returned: returned)
      }
      return .sent(hint: recipient.hint, isRepeated: false)
    }
  }

  /// Withdraws a code that was not delivered, so that it may be sent again at once and nobody pays for it.
  private func takeBack(_ code: IssuedCode, order: [UInt8]?) async throws -> ReturnedPayment? {
    try await provider.store.write { records in
      if var kept = try records.codes(of: code.truth).first(where: { $0.number == code.number }) {
        kept.sentAt = nil
        try records.update(kept)
      }
    }
    guard let order else { return nil }
    return await service.payments.giveBack(order)
  }

  private func transfer(of truth: KeptTruth, iban: String) async throws -> TransferDetails {
    guard let account = provider.settings.creditAccount, let amount = provider.settings.cost(of: .iban) else {
      throw ProviderRefusal(.startFailed)
    }
    let now = provider.now(), rules = CodeRules.transfer
    let code = try await provider.store.write { records in
      let codes = try records.codes(of: truth.id)
      if let live = codes.first, live.expiresAt > now { return live.code }
      let code = IssuedCode(
        truth: truth.id, number: (codes.first?.number ?? 0) + 1, code: DrawnCode.draw(), triesLeft: 1, createdAt: now,
        expiresAt: now + rules.validity, sentAt: now)
      try records.insert(code)
      return code.code
    }
    return TransferDetails(
      amount: amount, creditIBAN: account.iban, holder: account.holder, subject: IBANMethod.subject(code), code: code,
      debitHint: IBANMethod.hint(iban))
  }
}
