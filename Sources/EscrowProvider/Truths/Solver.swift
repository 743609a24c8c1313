import Encoding
import Escrow
import Foundation

/// Returns a share to whoever answers its challenge. A try is deducted in the database before anything is compared, and
/// restored only if the answer is right. If the provider is stopped in between, the try is lost.
struct Solver: Sendable {
  let service: TruthService
  private var provider: Provider { service.provider }

  /// - Parameters:
  ///   - response: The answer's hash, 64 bytes.
  ///   - patience: The time to wait for a payment, a transfer or a decision, in milliseconds.
  /// - Returns: The sealed share, 72 bytes.
  func solve(_ id: [UInt8], key: [UInt8], response: [UInt8], payment: [UInt8]?, patience: Int = 0) async throws
    -> [UInt8]
  {
    let (truth, type, open) = try await service.open(id, key: key)
    switch open {
    case .question(let hash):
      try await answerWithinSpan(truth, type, payment, patience) {
        ConstantTime.areEqual(hash.withBytes { Array($0) }, response)
      }
    case .clock(let key):
      let seconds = UInt64(max(0, provider.now().timeIntervalSince1970))
      try await answerWithinSpan(truth, type, payment, patience) {
        Self.isAnyCode(TimeBasedCode.codes(key: key, at: seconds), response)
      }
    case .code(let method, _): try await answerCode(truth, method.rules, response)
    case .transfer(let iban): try await answerTransfer(truth, iban, response, patience)
    case .photo:
      try await ReviewQueue(provider: provider).awaitYes(of: truth.id, response: response, patience: patience)
    }
    return truth.keyShare
  }

  /// Returns `true` if the response matches any of the codes. All codes are compared, so that the time does not reveal
  /// which code matched.
  private static func isAnyCode(_ codes: [UInt64], _ response: [UInt8]) -> Bool {
    codes.reduce(false) { ConstantTime.areEqual(AnswerHash.of(code: $1), response) || $0 }
  }

  private enum Attempt: Sendable { case compare([IssuedCode]), reached(ProviderRefusal.Limit), unknown }

  /// Checks the answer for a method without a code. Tries are counted in periods of half a minute.
  private func answerWithinSpan(
    _ truth: KeptTruth, _ type: MethodType, _ payment: [UInt8]?, _ patience: Int, _ isRight: () -> Bool
  ) async throws {
    let order = try await service.payments.coverChallenge(of: truth.id, type, payment: payment, patience: patience)
    let now = provider.now(), rules = CodeRules.span, daily = wrongAnswers(truth)
    let attempt = try await provider.store.write { records -> Attempt in
      let spans = try records.codes(of: truth.id)
      var span: IssuedCode
      if let newest = spans.first, newest.createdAt + (rules.rotation ?? 0) > now {
        guard newest.triesLeft > 0 else { return .reached(rules.limit) }
        span = newest
      } else {
        span = IssuedCode(
          truth: truth.id, number: (spans.first?.number ?? 0) + 1, code: 0, triesLeft: rules.tries ?? 0, createdAt: now,
          expiresAt: now + rules.validity)
        try records.insert(span)
      }
      if let limit = try records.use(daily, at: now) { return .reached(limit) }
      if let order { try records.spendUse(of: order) }
      span.triesLeft -= 1
      try records.update(span)
      return .compare([span])
    }
    try await finish(attempt, truth, daily) { _ in isRight() }
  }

  /// Checks the answer for a method that sends codes. Each live code is compared, and loses a try if it does not match.
  private func answerCode(_ truth: KeptTruth, _ rules: CodeRules, _ response: [UInt8]) async throws {
    let now = provider.now(), daily = wrongAnswers(truth)
    let attempt = try await provider.store.write { records -> Attempt in
      let live = try records.codes(of: truth.id).filter { $0.expiresAt > now }
      var usable = live.filter { $0.triesLeft > 0 }
      guard !usable.isEmpty else { return live.isEmpty ? .unknown : .reached(rules.limit) }
      if let limit = try records.use(daily, at: now) { return .reached(limit) }
      for index in usable.indices {
        usable[index].triesLeft -= 1
        try records.update(usable[index])
      }
      return .compare(usable)
    }
    try await finish(attempt, truth, daily) { Self.isAnyCode($0.map(\.code), response) }
  }

  private func finish(_ attempt: Attempt, _ truth: KeptTruth, _ daily: Allowance, _ isRight: ([IssuedCode]) -> Bool)
    async throws
  {
    switch attempt {
    case .reached(let limit): throw ProviderRefusal(.rateLimited, limit: limit)
    case .unknown: throw ProviderRefusal(.challengeUnknown)
    case .compare(let compared):
      guard isRight(compared) else { throw ProviderRefusal(.challengeFailed) }
      let now = provider.now(), numbers = Set(compared.map(\.number))
      try await provider.store.write { records in
        try records.giveBack(daily, at: now)
        for var code in try records.codes(of: truth.id) where numbers.contains(code.number) {
          code.triesLeft += 1
          try records.update(code)
        }
      }
    }
  }

  /// Checks the answer for a transfer. The response that starts the challenge already contains the code, so the proof
  /// is the transfer, not the code.
  private func answerTransfer(_ truth: KeptTruth, _ iban: String, _ response: [UInt8], _ patience: Int) async throws {
    let now = provider.now()
    let live = try await provider.store.read { try $0.codes(of: truth.id) }.filter { $0.expiresAt > now }
    guard !live.isEmpty else { throw ProviderRefusal(.challengeUnknown) }
    guard let code = live.first(where: { Self.isAnyCode([$0.code], response) }),
      let amount = provider.settings.cost(of: .iban)
    else {
      throw ProviderRefusal(.challengeFailed)
    }
    let found = try await provider.waiting.first(within: patience) { [provider] isAgain in
      try await provider.transfers?.refresh(notOlderThan: isAgain ? WaitingRoom.pause : .zero)
      return try await provider.store.read { try $0.transfers(from: iban) }.first {
        IBANMethod.carries(code.code, $0, atLeast: amount)
      }
    }
    guard found != nil else { throw ProviderRefusal(.transferMissing) }
  }

  private func wrongAnswers(_ truth: KeptTruth) -> Allowance {
    provider.allowance(
      "wrong-answers", truth.id, most: provider.settings.limits.wrongAnswersPerTruth, period: Allowance.day)
  }
}
