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

  /// - Throws: `keyStoreFull` where there is no room for one more, and it takes the place of none.
  func requireRoom(forUser id: [UInt8], rpIDHash: [UInt8]) throws {
    let names = try credentialNames()
    guard names.count < settings.discoverableCredentials || names.contains(vault.name(rpIDHash: rpIDHash, userID: id)) else {
      throw CTAPStatus.keyStoreFull
    }
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

  /// Reads and changes while nobody else does.
  func alone<Result>(_ body: (Memory) throws -> Result) throws -> Result {
    try shelf.alone { try body(Memory(vault: vault, shelf: $0, settings: settings)) }
  }
  /// Changes the configuration as it is by then.
  func change(_ body: (inout Configuration) throws -> Void) throws {
    try alone { memory in
      var configuration = try memory.configuration()
      try body(&configuration)
      try memory.keep(configuration)
    }
  }
  /// Takes away all that does not open.
  func removeWhatIsClosed() throws {
    try alone { memory in
      for name in try memory.shelf.names() where try memory.open(name) == nil { try memory.shelf.remove(name) }
    }
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
  func memory() async throws -> Memory { Memory(vault: try await openVault(), shelf: shelf, settings: settings) }

  private func openVault() async throws -> Vault {
    if let vault { return vault }
    let before = generation
    let opened = Vault(try await keys.sealingKey())
    // Meanwhile somebody may have seen that the store was reset.
    if before != nil, generation == before { vault = opened }
    return opened
  }
}
