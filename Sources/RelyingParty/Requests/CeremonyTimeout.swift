/// How long a browser may wait for a person, in milliseconds (WebAuthn Level 3 §15.1). Level 3 names one range for all ceremonies:
/// shorter ones shut out people who need more time.
public enum CeremonyTimeout {
  /// What a browser may be expected to honor.
  public static let recommended = 300_000...600_000
  /// Five minutes.
  public static let standard = 300_000

  /// The nearest value of the range.
  public static func clamped(_ milliseconds: Int) -> Int { min(max(milliseconds, recommended.lowerBound), recommended.upperBound) }
}
