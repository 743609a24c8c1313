import Foundation

/// The limits on requests. All counters are kept in the database; 0 means no limit.
public struct RequestLimits: Sendable {
  /// Look-ups of documents (`LookUps`) by one network address per hour. Identifiers can be guessed, so this limit keeps
  /// a guesser out (G-14); requests are counted before anything is looked up. An upload counts as well.
  public var lookUpsPerAddress = 30
  /// Requests about documents for one account per hour, whether or not the account exists.
  public var documentsPerAccount = 60
  /// Documents stored for one account per day.
  public var uploadsPerAccount = 64
  /// Truths uploaded, challenged and answered by one network address per hour.
  public var truthsPerAddress = 600
  /// Free documents and truths kept for years, for one network address per day.
  public var keptPerAddress = 256
  /// Photos that one network address may submit to the host per day, so that a single stranger who submits many does
  /// not crowd out everybody else.
  public var reviewsPerAddress = 10
  /// Wrong answers to one truth per day, in addition to the limit of its method.
  public var wrongAnswersPerTruth = 100
  /// The number of proxies that append the address of their client to `X-Forwarded-For`.
  public var trustedProxies = 0

  public init() {}

  /// No limits, for measurements.
  public static var none: RequestLimits {
    var limits = RequestLimits()
    limits.lookUpsPerAddress = 0; limits.documentsPerAccount = 0; limits.uploadsPerAccount = 0;
    limits.truthsPerAddress = 0
    limits.keptPerAddress = 0; limits.wrongAnswersPerTruth = 0; limits.reviewsPerAddress = 0
    return limits
  }
}
