extension ServerEffect {
  /// A flow's request about its own run.
  public enum Run: Codable, Hashable, Sendable {
    /// There is something to come back to: the run is kept longer than that of a browser that only looked around.
    case keep
  }
}
extension ServerReply {
  public enum Run: Codable, Hashable, Sendable { case kept(Keeping) }
}

/// How long a run waits for a person who is away.
public enum Keeping: Codable, Hashable, Sendable {
  /// Until this time, in Unix seconds.
  case until(Int)
  /// At most an hour: the maximum number of runs is already waiting.
  case anHour
  /// As long as its surroundings, which end independently of it: somebody is signed in, or is at a terminal.
  case asItIs
}
