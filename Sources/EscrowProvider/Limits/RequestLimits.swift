import Foundation

/// The limits on requests. All counters are kept in the database; 0 means no limit.
public struct RequestLimits: Sendable {
  /// The number of document look-ups (`LookUps`) by one network address per hour. Identifiers can be guessed, so this
  /// limit keeps a guesser out (G-14). Requests are counted before anything is looked up. An upload counts as well.
  public var lookUpsPerAddress = 30
  /// The number of document requests for one account per hour, whether or not the account exists.
  public var documentsPerAccount = 60
  /// The number of documents stored for one account per day.
  public var uploadsPerAccount = 64
  /// The number of truths uploaded, challenged and answered by one network address per hour.
  public var truthsPerAddress = 600
  /// The number of documents and truths that one network address may store for years free of charge, per day.
  public var keptPerAddress = 256
  /// The number of photos that one network address may submit to the host per day. The limit keeps a single stranger
  /// from crowding out everybody else.
  public var reviewsPerAddress = 10
  /// The number of wrong answers to one truth per day, in addition to the limit of its method.
  public var wrongAnswersPerTruth = 100
  /// The number of proxies that append the address of their client to `X-Forwarded-For`.
  public var trustedProxies = 0

  public init() {}

  /// An instance without limits, for measurements.
  public static var none: RequestLimits {
    var limits = RequestLimits()
    limits.lookUpsPerAddress = 0; limits.documentsPerAccount = 0; limits.uploadsPerAccount = 0;
    limits.truthsPerAddress = 0
    limits.keptPerAddress = 0; limits.wrongAnswersPerTruth = 0; limits.reviewsPerAddress = 0
    return limits
  }
}
