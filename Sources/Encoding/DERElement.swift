/// One element of DER, by its places in the bytes of its reader.
public struct DERElement: Hashable, Sendable {
  /// The tag.
  public let tag: DERTag
  /// The whole element with tag and length.
  public let encoding: Range<Int>
  /// The content.
  public let content: Range<Int>
}
