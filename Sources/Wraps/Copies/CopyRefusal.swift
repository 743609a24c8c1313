/// The reason why a copy of a journal was not read or not opened (§7). The raw values are the same in every
/// implementation.
public enum CopyRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The bytes are no copy of a journal.
  case notACopy = "not a copy"
  /// The copy has a form that a later version made.
  case anotherVersion = "another version"
  /// Something is missing from the copy, or was changed in it.
  case damaged = "damaged"
  /// The copy does not hold a way of this kind.
  case noSuchWay = "no such way"
  /// The secret is not that of the way in the copy, such as the words of a different kit.
  case anotherSecret = "another secret"
}
