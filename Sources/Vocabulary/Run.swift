extension ServerEffect {
  /// A flow's request about its own run.
  public enum Run: Codable, Hashable, Sendable {
    /// There is something to come back to: the run waits longer than that of a browser that only looked around.
    case keep
  }
}
extension ServerReply {
  public enum Run: Codable, Hashable, Sendable { case kept(Keeping) }
}

/// The time that a run waits for a person who is away.
public enum Keeping: Codable, Hashable, Sendable {
  /// Until this time, in seconds of the Unix clock.
  case until(Int)
  /// An hour and no longer: the most runs already wait.
  case anHour
  /// As long as its surroundings, whose end does not depend on it: somebody is signed in, or sits at a terminal.
  case asItIs
}
