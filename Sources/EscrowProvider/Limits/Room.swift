import HTTPTypes

extension Provider {
  /// Refuses new data if the stored data has reached its limit.
  ///
  /// - Parameter bytes: The size of the new data.
  /// - Throws: `ProviderRefusal`, with the status for a server that cannot store it (RFC 4918 §11.5).
  func checkRoom(for bytes: Int, _ records: any ProviderRecords) throws {
    guard let most = settings.mostStored, try records.usedBytes() + bytes > most else { return }
    throw ProviderRefusal(.tooLarge, "storage", status: .init(code: 507, reasonPhrase: "Insufficient Storage"))
  }
}
