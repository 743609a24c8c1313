import Encoding

extension KeycardClient {
  /// So many bytes of public data a card keeps.
  public static let maximumPublicData = 127

  /// What anybody may read from the card; empty where nothing was written.
  public func publicData() throws(KeycardError) -> [UInt8] {
    _ = try initializedApplication()
    return try sendEitherWay(CommandHeader(.getData, 0x00)).succeeded()
  }

  /// Replaces what anybody may read. It needs a verified PIN.
  ///
  /// - Throws: `invalid` for more than 127 bytes.
  public func store(publicData: [UInt8]) throws(KeycardError) {
    guard publicData.count <= Self.maximumPublicData else { throw KeycardError(.invalid, "a card keeps at most 127 bytes") }
    _ = try exchange(CommandHeader(.storeData, 0x00), publicData).succeeded()
  }

  /// The name and the wallets that are written on the card; `nil` where nothing is.
  ///
  /// - Throws: `malformed` for data in another format.
  public func metadata() throws(KeycardError) -> CardMetadata? {
    let stored = try publicData()
    return stored.isEmpty ? nil : try CardMetadata(stored)
  }

  /// Writes another name on the card, and leaves its wallets as they are. It needs a verified PIN.
  ///
  /// - Throws: `malformed` where something in another format stands there, which is then left alone.
  public func rename(to name: String) throws(KeycardError) {
    let wallets = try metadata()?.wallets ?? []
    try store(publicData: try CardMetadata(name: name, wallets: wallets).encoded)
  }
}
