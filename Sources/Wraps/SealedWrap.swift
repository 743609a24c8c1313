/// The Master Key of one generation, closed to all but one way (§4), as the server sees it.
public enum SealedWrap {
  /// Refuses a text that is not the wrap of this way and generation by its shape and header. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], record: [UInt8], kind: WayKind, generation: UInt32) throws(WrapsError) {
    let way = WayID(account: account, record: record, kind: kind)
    _ = try SealedText(jwe, header: SealedHeader.wrap(way, generation: generation).bytes)
  }
}
