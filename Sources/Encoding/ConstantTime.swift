/// Comparisons whose duration does not tell where two values differ.
public enum ConstantTime {
  /// Whether both hold the same bytes; of different lengths never.
  public static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}
