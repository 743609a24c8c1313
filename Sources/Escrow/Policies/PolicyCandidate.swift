/// A policy that could be proposed, with how far it is spread: by operators, who are trusted and who vanish, and then by providers, who fail.
struct PolicyCandidate {
  var policy: PlannedPolicy
  /// By their numbers in the order of the providers.
  var operators: Set<Int>
  var providers: Int

  /// Assignments of providers to methods that are looked at, for one combination of methods and for all of them.
  static let mostAssignments = 10_000
  static let mostAssignmentsOfAll = 100_000
  /// Kept to choose among, for each combination of methods: so many with the same operators, and so many with equally many.
  static let mostOfSet = 8
  static let mostOfWidth = 128
}
