import Encoding

/// What stands on the shelf, opened. It is read anew for each command, because another process may use the same shelf and store.
struct Memory: Sendable {
  let vault: Vault
  let shelf: any Shelf
  let settings: AuthenticatorSettings

  private static let configurationName = "configuration", blobsName = "large-blobs", credentialPrefix = "credential-"

  /// As it is at first, where nothing was written or what was is from before a reset.
  func configuration() throws -> Configuration {
    try open(Self.configurationName).flatMap(Configuration.init) ?? Configuration(alwaysVerifies: settings.alwaysVerifiesAtFirst)
  }
  func keep(_ configuration: Configuration) throws { try seal(configuration.encoded, as: Self.configurationName) }

  /// The serialized array; `nil` where none was written.
  func largeBlobs() throws -> [UInt8]? { try open(Self.blobsName) }
  func keep(largeBlobs array: [UInt8]) throws { try seal(array, as: Self.blobsName) }

  /// The discoverable credentials of a relying party, the latest first.
  func credentials(rpIDHash: [UInt8]) throws -> [Credential] {
    try credentials(prefix: vault.namePrefix(rpIDHash: rpIDHash)).filter { $0.rpIDHash == rpIDHash }
  }
  /// Those that whoever names none is offered.
  func offered(rpIDHash: [UInt8]) throws -> [Credential] { try credentials(rpIDHash: rpIDHash).filter { !$0.isHidden } }
  func allCredentials() throws -> [Credential] { try credentials(prefix: Self.credentialPrefix) }

  /// Whether there is room for one more, or it takes the place of another.
  func hasRoom(forUser id: [UInt8], rpIDHash: [UInt8]) throws -> Bool {
    let names = try credentialNames()
    return names.count < settings.discoverableCredentials || names.contains(vault.name(rpIDHash: rpIDHash, userID: id))
  }
  func countOfCredentials() throws -> Int { try credentialNames().count }

  /// One durable write, whether it takes the place of another or not.
  func keep(_ credential: Credential) throws {
    guard let account = credential.account else { return }
    try seal(credential.record, as: vault.name(rpIDHash: credential.rpIDHash, userID: account.user.id))
  }
  func forget(_ credential: Credential) throws {
    guard let account = credential.account else { return }
    try shelf.remove(vault.name(rpIDHash: credential.rpIDHash, userID: account.user.id))
  }

  /// A credential by its id: one on the shelf, or one that is whole in it.
  func credential(_ id: [UInt8], rpIDHash: [UInt8]) throws -> Credential? {
    try vault.credential(sealedIn: id, rpIDHash: rpIDHash) ?? credentials(rpIDHash: rpIDHash).first { $0.id == id }
  }

  private func credentialNames() throws -> [String] { try shelf.names().filter { $0.hasPrefix(Self.credentialPrefix) } }

  private func credentials(prefix: String) throws -> [Credential] {
    var found: [Credential] = []
    for name in try shelf.names() where name.hasPrefix(prefix) {
      if let record = try open(name), let credential = Credential(record: record) { found.append(credential) }
    }
    return found.sorted { ($0.account?.made ?? 0) > ($1.account?.made ?? 0) }
  }

  private func open(_ name: String) throws -> [UInt8]? { try shelf.read(name).flatMap { vault.open($0, as: name) } }
  private func seal(_ bytes: [UInt8], as name: String) throws { try shelf.write(try vault.seal(bytes, as: name), as: name) }
}

extension Authenticator {
  func memory() async throws -> Memory { Memory(vault: Vault(try await keys.sealingKey()), shelf: shelf, settings: settings) }
}
