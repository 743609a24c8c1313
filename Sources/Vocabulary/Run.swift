extension ServerEffect {
  /// A flow's request about its own run.
  public enum Run: Codable, Hashable, Sendable {
    /// Keeps the run longer than that of a browser that only looked around, because there is something to return to.
    case keep
  }
}
extension ServerReply {
  public enum Run: Codable, Hashable, Sendable { case kept(Keeping) }
}

/// How long a run waits for a person who is away.
public enum Keeping: Codable, Hashable, Sendable {
  /// The run waits until this time, in Unix seconds.
  case until(Int)
  /// The run waits at most an hour, because the maximum number of runs is already waiting.
  case anHour
  /// The run waits as long as its surroundings last, which end independently of it: somebody is signed in, or is at a
  /// terminal.
  case asItIs
}
