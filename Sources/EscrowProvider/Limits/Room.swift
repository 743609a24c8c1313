import HTTPTypes

extension Provider {
  /// Throws if the new data would exceed the limit of stored data.
  ///
  /// - Parameter bytes: The size of the new data.
  /// - Throws: `ProviderRefusal`, with the status for a server that cannot store the data (RFC 4918 §11.5).
  func checkRoom(for bytes: Int, _ records: any ProviderRecords) throws {
    guard let most = settings.mostStored, try records.usedBytes() + bytes > most else { return }
    throw ProviderRefusal(.tooLarge, "storage", status: .init(code: 507, reasonPhrase: "Insufficient Storage"))
  }
}
