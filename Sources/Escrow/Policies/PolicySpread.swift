/// How far a policy is spread: by operators, who are trusted, and then by providers, who fail.
struct PolicySpread: Comparable {
  var operators: Int
  var providers: Int
  static func < (one: Self, other: Self) -> Bool { (one.operators, one.providers) < (other.operators, other.providers) }

  /// Assignments of providers to methods that are looked at, for one combination of methods and for all of them.
  static let mostAssignments = 10_000
  static let mostAssignmentsOfAll = 100_000
  /// Of equally wide ones, so many of the cheapest are kept to choose among.
  static let mostKept = 64
}
