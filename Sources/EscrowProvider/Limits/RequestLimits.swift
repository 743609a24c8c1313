import Foundation

/// The limits on requests. All counters are kept in the database; 0 stands for no limit.
public struct RequestLimits: Sendable {
  /// Look-ups of documents (`LookUps`) by one network address in an hour. Identifiers can be guessed, so this limit
  /// keeps a guesser out (G-14); it counts before anything is looked up. An upload counts as well.
  public var lookUpsPerAddress = 30
  /// Requests about documents, by one account in an hour, whether or not there is such an account.
  public var documentsPerAccount = 60
  /// Documents that are kept for one account in a day.
  public var uploadsPerAccount = 64
  /// Truths uploaded, challenged and answered, by one network address in an hour.
  public var truthsPerAddress = 600
  /// Documents and truths that are kept for years and cost nothing, for one network address in a day.
  public var keptPerAddress = 256
  /// Photos that one network address puts before the host in a day: a stranger who leaves many keeps nobody else from
  /// it alone.
  public var reviewsPerAddress = 10
  /// Wrong answers to one truth in a day, over and above what its method allows.
  public var wrongAnswersPerTruth = 100
  /// The number of proxies that add the address that they hear to `X-Forwarded-For`.
  public var trustedProxies = 0

  public init() {}

  /// No limits, for measuring.
  public static var none: RequestLimits {
    var limits = RequestLimits()
    limits.lookUpsPerAddress = 0; limits.documentsPerAccount = 0; limits.uploadsPerAccount = 0;
    limits.truthsPerAddress = 0
    limits.keptPerAddress = 0; limits.wrongAnswersPerTruth = 0; limits.reviewsPerAddress = 0
    return limits
  }
}
