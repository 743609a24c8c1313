import Vocabulary
import HandsProtocol
import RelyingParty

extension HandsMessage.News {
  /// Returns the news as a value for the engine, with the public text that accompanied it.
  func told(as evidence: Evidence) throws(RunnerError) -> (HandsReply, evidence: String?) {
    switch self {
    case .given(let credential): return (.key(.given(evidence)), try Self.public(credential))
    case .fault(let fault): return (.key(.fault(fault)), nil)
    case .elapsed(let timer): return (.elapsed(timer), nil)
    case .way(let news):
      let made: String? = if case .made(let made) = news { try Self.public(made) } else { nil }
      return (.way(news.told(as: evidence)), made)
    case .card(let reply, let made):
      let named = reply.naming(evidence)
      guard named.carriesEvidence else { return (.card(reply), nil) }
      guard let made else { throw RunnerError(.malformed, nil, "a card's signature, without it") }
      return (.card(named), made)
    case .escrow(let reply): return (.escrow(reply), nil)
    }
  }

  /// Returns the text, or throws before keeping any of it if it contains a secret.
  private static func `public`(_ text: String) throws(RunnerError) -> String {
    guard !CarriedSecrets.prfResults(in: Array(text.utf8)) else { throw RunnerError(.secretSent) }
    return text
  }
}

extension WayNews {
  fileprivate func told(as evidence: Evidence) -> HandsReply.Way {
    switch self {
    case .opened: .opened
    case .shown: .shown
    case .made: .made(evidence)
    case .signsInOnly: .signsInOnly
    case .closed: .closed
    case .untouched: .untouched
    case .mismatched: .mismatched
    case .refused: .refused
    case .fromBefore: .fromBefore
    case .unable: .unable
    }
  }
}

extension CardReply {
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
