/// Where a card's memory outlives its power. What `write` took is what the card finds when it is powered again, whatever happens afterwards.
public protocol CardStorage: Sendable {
  /// Replaces all that was written before: all of it or nothing, and on the medium when it returns.
  func write(_ bytes: [UInt8]) throws(SimulatedCardError)
}
