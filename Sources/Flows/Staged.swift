/// The shape that most flows' states share: one stage at a time, and the last thing that went wrong.
protocol Staged {
  associatedtype Place
  var stage: Place { get set }
  var notice: Notice? { get set }
}

extension Staged {
  /// Moves to a stage. Every step forward or back clears the old notice or replaces it.
  mutating func go(_ stage: Place, _ notice: Notice? = nil) {
    self.stage = stage
    self.notice = notice
  }
}
