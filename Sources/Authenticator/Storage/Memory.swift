import Encoding

/// The decrypted contents of storage. They are read again for each command, because another process may use the same
/// storage and the same key store.
struct Memory: Sendable {
  let sealingKeys: SealingKeys
  let storage: any AuthenticatorStorage
  let settings: AuthenticatorSettings

  private static let configurationName = "configuration", blobsName = "large-blobs", credentialPrefix = "credential-"

  /// Returns the configuration, or its initial value if none has been written since the last reset.
  func configuration() throws -> Configuration {
    try open(Self.configurationName).flatMap(Configuration.init)
      ?? Configuration(alwaysVerifies: settings.alwaysVerifiesAtFirst)
  }
  func keep(_ configuration: Configuration) throws { try seal(configuration.encoded, as: Self.configurationName) }

  /// Returns the serialized array of large blobs, or `nil` if none has been written.
  func largeBlobs() throws -> [UInt8]? { try open(Self.blobsName) }
  func keep(largeBlobs array: [UInt8]) throws { try seal(array, as: Self.blobsName) }

  /// Returns the discoverable credentials of a relying party, newest first.
  func credentials(rpIDHash: [UInt8]) throws -> [StoredCredential] {
    try credentials(prefix: sealingKeys.namePrefix(rpIDHash: rpIDHash)).filter { $0.rpIDHash == rpIDHash }
  }
  /// Returns the credentials offered to a client that names no credential.
  func offered(rpIDHash: [UInt8]) throws -> [StoredCredential] {
    try credentials(rpIDHash: rpIDHash).filter { !$0.isHidden }
  }
  func allCredentials() throws -> [StoredCredential] { try credentials(prefix: Self.credentialPrefix) }

  /// - Throws: `keyStoreFull` if there is no room for another credential and the new one does not replace an old one.
  func requireRoom(forUser id: [UInt8], rpIDHash: [UInt8]) throws {
    let names = try credentialNames()
    guard
      names.count < settings.discoverableCredentials || names.contains(sealingKeys.name(rpIDHash: rpIDHash, userID: id))
    else {
      throw CTAPStatus.keyStoreFull
    }
  }
  func countOfCredentials() throws -> Int { try credentialNames().count }

  /// Stores the credential in one durable write, whether or not it replaces a different credential.
  func keep(_ credential: StoredCredential) throws {
    guard let account = credential.account else { return }
    try seal(credential.record, as: sealingKeys.name(rpIDHash: credential.rpIDHash, userID: account.user.id))
  }
  func forget(_ credential: StoredCredential) throws {
    guard let account = credential.account else { return }
    try storage.remove(sealingKeys.name(rpIDHash: credential.rpIDHash, userID: account.user.id))
  }

  /// Returns the credential with this id, either from storage or from the id itself.
  func credential(_ id: [UInt8], rpIDHash: [UInt8]) throws -> StoredCredential? {
    try sealingKeys.credential(sealedIn: id, rpIDHash: rpIDHash)
      ?? credentials(rpIDHash: rpIDHash).first { $0.id == id }
  }

  /// Runs `body`, which reads and changes the contents, with exclusive access.
  func alone<Result>(_ body: (Memory) throws -> Result) throws -> Result {
    try storage.alone { try body(Memory(sealingKeys: sealingKeys, storage: $0, settings: settings)) }
  }
  /// Changes the current configuration.
  func change(_ body: (inout Configuration) throws -> Void) throws {
    try alone { memory in
      var configuration = try memory.configuration()
      try body(&configuration)
      try memory.keep(configuration)
    }
  }
  /// Removes every piece that cannot be opened.
  func removeWhatIsClosed() throws {
    try alone { memory in
      for name in try memory.storage.names() where try memory.open(name) == nil { try memory.storage.remove(name) }
    }
  }

  private func credentialNames() throws -> [String] {
    try storage.names().filter { $0.hasPrefix(Self.credentialPrefix) }
  }

  private func credentials(prefix: String) throws -> [StoredCredential] {
    var found: [StoredCredential] = []
    for name in try storage.names() where name.hasPrefix(prefix) {
      if let record = try open(name), let credential = StoredCredential(record: record) { found.append(credential) }
    }
    return found.sorted { ($0.account?.made ?? 0) > ($1.account?.made ?? 0) }
  }

  private func open(_ name: String) throws -> [UInt8]? {
    try storage.read(name).flatMap { sealingKeys.open($0, as: name) }
  }
  private func seal(_ bytes: [UInt8], as name: String) throws {
    try storage.write(try sealingKeys.seal(bytes, as: name), as: name)
  }
}

extension Authenticator {
  func memory() async throws -> Memory {
    Memory(sealingKeys: try await openSealingKeys(), storage: storage, settings: settings)
  }

  private func openSealingKeys() async throws -> SealingKeys {
    if let sealingKeys { return sealingKeys }
    let before = generation
    let opened = SealingKeys(try await keys.sealingKey())
    // Another command may have detected a reset of the store in the meantime.
    if before != nil, generation == before { sealingKeys = opened }
    return opened
  }
}
