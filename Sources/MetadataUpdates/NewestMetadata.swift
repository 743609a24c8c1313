import Model

/// The serial number of the newest metadata that any server of the site has used. It is in the store that they share, so
/// that no server fetches what is older than what another knows of a model that was revoked since. Whoever trusts
/// another root begins anew.
struct NewestMetadata: Sendable {
  let store: any Store
  /// The name of the installation's value.
  private let keptName: String

  init(store: any Store, root: String) {
    self.store = store
    keptName = "metadata_number \(root)"
  }

  func number() async throws -> Int64? {
    try await store.read { [keptName] in try Self.number(keptName, in: $0) }
  }

  /// Notes a number, if no higher one is noted.
  func note(_ number: Int64) async throws {
    try await store.write { [keptName] records in
      guard try Self.number(keptName, in: records) ?? -1 < number else { return }
      try records.replaceInstallationValue(keptName, with: Array("\(number)".utf8))
    }
  }

  private static func number(_ name: String, in records: any Records) throws -> Int64? {
    try records.installationValue(name).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }
}
