import Sentences

/// The database failed in the middle of a conversation. The changes of the last step are not saved; those of earlier
/// steps are.
public struct StoreFailure: Error {
  /// The reason, in the store's words.
  public let reason: Sentence
}
