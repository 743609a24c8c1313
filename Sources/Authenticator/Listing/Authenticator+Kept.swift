extension Authenticator {
  /// All discoverable credentials, the latest first: for the lists that its owner sees on this computer. Never for a page, nor for a client of a
  /// transport; those show the PIN to credential management.
  ///
  /// - Throws: `KeyStoreError` or `ShelfError` where they cannot be read.
  public func keptPasskeys() async throws -> [KeptPasskey] { try await memory().allCredentials().compactMap(KeptPasskey.init) }
}
