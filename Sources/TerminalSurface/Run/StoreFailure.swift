import Sentences

/// The database failed in the middle of a conversation. What the last step asked of it is not saved; what was before
/// is.
public struct StoreFailure: Error {
  /// Why, as the store says it.
  public let reason: Sentence
}
