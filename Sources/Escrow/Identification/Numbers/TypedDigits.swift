extension StringProtocol {
  /// The values of the ASCII digits in it, in their order, whatever stands between them.
  var digits: [Int] { utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil } }
}

extension Collection<Int> {
  /// The number that these decimal digits are. Of at most eighteen of them.
  var decimal: Int { prefix(18).reduce(0) { $0 * 10 + $1 } }
}

extension Collection<Int> {
  /// The sum of each digit times its weight; what has no weight counts for nothing.
  func weighted(_ weights: some Sequence<Int>) -> Int { zip(self, weights).reduce(0) { $0 + $1.0 * $1.1 } }
}
