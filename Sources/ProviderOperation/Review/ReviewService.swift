import Escrow
import EscrowProvider
import Model

/// The host's work on a provider's pending photos, directly on the provider's database while the provider is running.
public struct ReviewService: Sendable {
  private let store: any ProviderStore
  private let service: PhotoReviews

  /// - Parameter store: The provider's own store.
  public init(store: any ProviderStore) {
    self.store = store
    service = PhotoReviews(store: store)
  }

  public func waiting() async throws -> [PhotoReviews.Waiting] { try await service.waiting() }

  public func photo(_ typed: String) async throws -> PhotoReviews.Waiting {
    guard let found = try await service.photo(try Self.number(typed)) else { throw Self.nobody(typed) }
    return found
  }

  public func decide(_ typed: String, _ decision: PhotoReviews.Decision) async throws {
    guard try await service.decide(try Self.number(typed), decision) else { throw Self.nobody(typed) }
    await store.emptyLog()
  }

  /// - Throws: An error if the reason is empty, or too long to be shown to the person.
  public static func reason(_ typed: String?) throws -> String {
    let reason = PhotoReviews.line(typed ?? "")
    guard !reason.isEmpty else { throw ConfigurationProblem("Say in a few words why not: the person reads it.") }
    guard (typed ?? "").count <= PhotoReviews.longestReason else {
      throw ConfigurationProblem(
        "The reason is longer than \(PhotoReviews.longestReason) characters. Say it in fewer words.")
    }
    return reason
  }

  private static func number(_ typed: String) throws -> Int {
    guard let number = ReviewNumber.read(typed) else {
      throw ConfigurationProblem("That is no number of a photo: it has six digits, like 123-456.")
    }
    return number
  }
  private static func nobody(_ typed: String) -> ConfigurationProblem {
    let number = ReviewNumber.read(typed).map(ReviewNumber.text) ?? ""
    return ConfigurationProblem("No photo waits under \(number). It may be over, or was decided already.")
  }
}
