import Model

/// The serial number of the newest metadata that any server of the site has used. It is in the store that they share, so
/// that no server goes back behind what another knows of a model that was revoked since.
struct NewestMetadata: Sendable {
  private static let keptName = "metadata_number"
  let store: any Store

  func number() async throws -> Int64? { try await store.read(Self.number) }

  /// Notes a number, if no higher one is noted.
  func note(_ number: Int64) async throws {
    try await store.write { records in
      guard try Self.number(in: records) ?? -1 < number else { return }
      try records.replaceInstallationValue(Self.keptName, with: Array("\(number)".utf8))
    }
  }

  private static func number(in records: any Records) throws -> Int64? {
    try records.installationValue(keptName).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }
}
