import FlowKit
import LocalHands
import Runner

extension CardWork {
  /// What the runner asks, with the secrets that it names and no others.
  init?(_ work: HandsWork, with answers: Answers) {
    guard let effect = work.card else { return nil }
    let named = Set(effect.fields)
    self.init(
      effect, secrets: answers.secrets.filter { named.contains($0.key) },
      claim: work.claim.map { CardClaim(account: $0.account, challenge: $0.challenge) })
  }
}

extension HandsEffect.Card {
  /// The secret fields that it uses. A phrase that was typed is checked first, and the hands keep it from then on.
  var fields: [FieldID] {
    switch self {
    case .meet(let field), .pairWith(let field), .verifyPIN(let field), .initialize(let field), .checkPhrase(let field, _),
      .signMessage(let field, _), .signHash(let field, _), .signFile(let field, _), .change(_, let field):
      [field]
    case .pairForNow(let field): field.map { [$0] } ?? []
    case .unblockPIN(let puk, let newPIN): [puk, newPIN]
    case .look, .watch, .rehearse, .pair, .readTries, .freeSlots, .unpair, .showSecrets, .factoryReset, .drawAccounts, .showPhrase, .loadPhrase,
      .identifyPhrase, .identify, .identifyMaker, .sign, .unlock, .name:
      []
    }
  }
}
