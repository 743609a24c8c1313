import FlowKit

extension HandsMessage {
  /// The message as the engine's value, and the credential's text that came with it.
  func news(evidence: Evidence) throws(RunnerError) -> (HandsReply, credential: String?) {
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
    default: throw RunnerError(.malformed, nil, "an unknown reply")
    }
  }
}
