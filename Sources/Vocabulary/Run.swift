extension ServerEffect {
  /// What a flow asks for its own run.
  public enum Run: Codable, Hashable, Sendable {
    /// There is something to come back to: the run is to wait for longer than a browser that only looked around.
    case keep
  }
}
extension ServerReply {
  public enum Run: Codable, Hashable, Sendable { case kept(Keeping) }
}

/// For how long a run waits for a person who is away.
public enum Keeping: Codable, Hashable, Sendable {
  /// In seconds of the Unix clock.
  case until(Int)
  /// For an hour and no longer: as many wait as may.
  case anHour
  /// As long as what it is in, whose end does not depend on it: somebody is signed in, or sits at a terminal.
  case asItIs
}
