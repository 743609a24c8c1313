import Encoding

/// The key at which a path begins.
public enum PathOrigin: UInt8, Sendable {
  case master = 0x00, parent = 0x40, current = 0x80
}

extension KeycardClient {
  /// Has the card generate a phrase of 12, 15, 18, 21 or 24 words, and returns them separated by single spaces. The
  /// card keeps nothing of the phrase. No PIN is required.
  ///
  /// - Throws: `invalid` for any other count; `malformed` if the card's words are not in the list or do not form a
  ///   phrase.
  public func generatePhrase(wordCount: Int) throws(KeycardError) -> Secret {
    guard (12...24).contains(wordCount), wordCount.isMultiple(of: 3) else {
      throw KeycardError(.invalid, "a phrase has 12, 15, 18, 21 or 24 words")
    }
    var numbers = try exchange(CommandHeader(.generateMnemonic, UInt8(wordCount / 3))).succeeded()
    defer { Wiping.wipe(&numbers) }
    guard numbers.count == wordCount * 2 else { throw KeycardError(.malformed, "another count of words") }
    let indexes = stride(from: 0, to: numbers.count, by: 2).map { Int(numbers[$0]) << 8 | Int(numbers[$0 + 1]) }
    guard let phrase = PhraseSeed.phrase(of: indexes) else { throw KeycardError(.malformed, "no phrase") }
    return phrase
  }

  /// Loads the keys of a seed onto the card, replacing any existing keys, and returns their UID. A verified PIN is
  /// required.
  ///
  /// - Parameter seed: 64 bytes; since version 3.2, 16 or more.
  /// - Throws: `malformed` if the keys that the card derived from the seed differ from those of BIP32.
  @discardableResult public func load(seed: Secret) throws(KeycardError) -> [UInt8] {
    let master = try ExtendedPrivateKey(seed: seed)
    return try load(CommandHeader(.loadKey, 0x03), seed, of: master.key.publicKey)
  }

  /// Loads one key onto the card. Other keys can be derived from it only if it has a chain code. A verified PIN is
  /// required.
  @discardableResult public func load(key: Secp256k1PrivateKey, chainCode: Secret? = nil) throws(KeycardError)
    -> [UInt8]
  {
    if let chainCode, chainCode.count != 32 { throw KeycardError(.invalid, "a chain code has 32 bytes") }
    var parts = [Secret([0x80, 65]), Secret(key.publicKey.uncompressed), Secret([0x81, 32]), key.bytes]
    if let chainCode { parts += [Secret([0x82, 32]), chainCode] }
    let inside = Secret(joining: parts)
    let template = Secret(joining: [Secret([0xA1] + BERLength.encode(inside.count)), inside])
    return try load(CommandHeader(.loadKey, chainCode == nil ? 0x01 : 0x02), template, of: key.publicKey)
  }

  private func load(
    _ header: CommandHeader, _ data: Secret, of key: Secp256k1PublicKey
  ) throws(KeycardError) -> [UInt8] {
    let keyUID = try exchange(header, data).succeeded()
    guard keyUID == key.keyUID else { throw KeycardError(.malformed, "the card made other keys of it") }
    noteKey(keyUID)
    return keyUID
  }

  /// Has the card generate keys that exist nowhere else and have no phrase, and returns their UID. A verified PIN is
  /// required.
  @discardableResult public func generateKey() throws(KeycardError) -> [UInt8] {
    let keyUID = try exchange(CommandHeader(.generateKey)).succeeded()
    guard keyUID.count == 32 else { throw KeycardError(.malformed, "not 32 bytes") }
    noteKey(keyUID)
    return keyUID
  }

  /// Removes all keys from the card. A verified PIN is required.
  public func removeKey() throws(KeycardError) {
    _ = try exchange(CommandHeader(.removeKey)).succeeded()
    noteKey(nil)
  }

  /// Makes the key at a path the current one. A verified PIN is required.
  public func derive(_ path: DerivationPath, from origin: PathOrigin = .master) throws(KeycardError) {
    _ = try exchange(CommandHeader(.deriveKey, origin.rawValue), path.encoded).succeeded()
  }

  private func noteKey(_ keyUID: [UInt8]?) {
    guard case .initialized(var selected) = application else { return }
    selected.keyUID = keyUID
    application = .initialized(selected)
  }
}

extension KeycardClient {
  /// Returns the public key at a path, starting from the master key. A verified PIN is required.
  public func exportPublicKey(_ path: DerivationPath) throws(KeycardError) -> Secp256k1PublicKey {
    let elements = try export(path, what: 0x01)
    guard elements.map(\.tag) == [0x80], let key = elements.first.flatMap({ Secp256k1PublicKey($0.value) }) else {
      throw KeycardError(.malformed, "another template")
    }
    return key
  }

  /// Returns the private key at a path under `DerivationPath.exportable` of at least five steps. A verified PIN is
  /// required.
  ///
  /// The card does not return the public key along with the private key, so the public key is computed here.
  ///
  /// - Throws: `invalid` for any other path, before anything is sent.
  public func exportPrivateKey(_ path: DerivationPath) throws(KeycardError) -> Secp256k1PrivateKey {
    guard path.isWithin(.exportable), path.steps.count >= 5 else {
      throw KeycardError(.invalid, "the card does not export it")
    }
    var elements = try export(path, what: 0x00)
    defer { for index in elements.indices { Wiping.wipe(&elements[index].value) } }
    guard elements.map(\.tag) == [0x81], let key = elements.first.flatMap({ Secp256k1PrivateKey(Secret($0.value)) })
    else {
      throw KeycardError(.malformed, "another template")
    }
    return key
  }

  /// Returns the secret that opens the Master Key: the private key at `CardLogin.unlockPath`, 32 bytes. A verified PIN
  /// is required.
  public func unlockSecret() throws(KeycardError) -> Secret { try exportPrivateKey(CardLogin.unlockPath).bytes }

  private func export(_ path: DerivationPath, what: UInt8) throws(KeycardError) -> [BERTLV] {
    var response = try exchange(CommandHeader(.exportKey, 0x01, what), path.encoded)
    defer { Wiping.wipe(&response.data) }
    return try BERTLV.inside(0xA1, response.succeeded())
  }
}
