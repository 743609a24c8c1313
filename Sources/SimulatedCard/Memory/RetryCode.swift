/// A PIN or a PUK with its counter. The counter falls before anything is compared: the two halves of a try are two steps,
/// so that the card can write the first one down between them.
struct RetryCode: Equatable, Sendable {
  private(set) var digits: [UInt8]
  let limit: Int
  private(set) var triesLeft: Int

  init(_ digits: [UInt8], limit: Int) { (self.digits, self.limit, triesLeft) = (digits, limit, limit) }

  /// What a file says. `nil` for numbers that no card has.
  init?(_ digits: [UInt8], limit: Int, triesLeft: Int) {
    guard (1...15).contains(limit), (0...limit).contains(triesLeft) else { return nil }
    (self.digits, self.limit, self.triesLeft) = (digits, limit, triesLeft)
  }

  /// The first half of a try: one less is left. `false` when none was left, and then nothing may be compared.
  mutating func spend() -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    return true
  }
  /// The second half.
  func matches(_ candidate: [UInt8]) -> Bool { areSameSecret(digits, candidate) }
  /// All tries are back.
  mutating func restore() { triesLeft = limit }
  /// A new value, with all its tries.
  mutating func change(to digits: [UInt8]) {
    self.digits = digits
    restore()
  }
}
