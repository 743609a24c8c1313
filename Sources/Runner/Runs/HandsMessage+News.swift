import FlowKit

extension HandsReply.Card {
  fileprivate var carriesEvidence: Bool {
    switch self {
    case .made, .signed: true
    default: false
    }
  }
  fileprivate func naming(_ evidence: Evidence) -> Self {
    switch self {
    case .made: .made(evidence)
    case .signed: .signed(evidence)
    default: self
    }
  }
}

extension HandsMessage {
  /// The message as the engine's value, and the public text that came with it.
  func news(evidence: Evidence) throws(RunnerError) -> (HandsReply, evidence: String?) {
    switch reply {
    case "key.given":
      guard let credential else { throw RunnerError(.malformed, nil, "a given key without its credential") }
      try Ceremonies.refuseSecrets(in: credential)
      return (.key(.given(evidence)), credential)
    case "key.fault":
      guard let fault = fault.flatMap(KeyFault.init(rawValue:)) else { throw RunnerError(.malformed, nil, "an unknown fault") }
      return (.key(.fault(fault)), nil)
    case "elapsed":
      guard let timer = timer.flatMap(TimerID.init(rawValue:)) else { throw RunnerError(.malformed, nil, "an unknown timer") }
      return (.elapsed(timer), nil)
    case "way.made":
      guard let made else { throw RunnerError(.malformed, nil, "something made, without it") }
      try Ceremonies.refuseSecrets(in: made)
      return (.way(.made(evidence)), made)
    case "card":
      guard let card else { throw RunnerError(.malformed, nil, "a card's answer, without it") }
      guard card.carriesEvidence else { return (.card(card), nil) }
      guard let made else { throw RunnerError(.malformed, nil, "a card's signature, without it") }
      return (.card(card.naming(evidence)), made)
    case "escrow":
      guard let escrow else { throw RunnerError(.malformed, nil, "an answer about recovery, without it") }
      return (.escrow(escrow), nil)
    case "way.opened": return (.way(.opened), nil)
    case "way.signsInOnly": return (.way(.signsInOnly), nil)
    case "way.closed": return (.way(.closed), nil)
    case "way.untouched": return (.way(.untouched), nil)
    case "way.mismatched": return (.way(.mismatched), nil)
    case "way.refused": return (.way(.refused), nil)
    case "way.fromBefore": return (.way(.fromBefore), nil)
    case "way.unable": return (.way(.unable), nil)
    case "way.shown": return (.way(.shown), nil)
    default: throw RunnerError(.malformed, nil, "an unknown reply")
    }
  }
}
