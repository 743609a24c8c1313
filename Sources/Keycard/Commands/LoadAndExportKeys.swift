import Encoding

/// The key at which a path begins.
public enum PathOrigin: UInt8, Sendable {
  case master = 0x00, parent = 0x40, current = 0x80
}

extension KeycardClient {
  /// Words that the card drew: a phrase of 12, 15, 18, 21 or 24 words, with one space between them. The card keeps
  /// nothing of it. It needs no PIN.
  ///
  /// - Throws: `invalid` for another count; `malformed` where the words are none or do not belong together.
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

  /// Puts the keys of a seed on the card, in place of those it may have, and gives their UID. It needs a verified PIN.
  ///
  /// - Parameter seed: 64 bytes; since version 3.2 from 16 on.
  /// - Throws: `malformed` where the card made other keys of the seed than BIP32 does.
  @discardableResult public func load(seed: Secret) throws(KeycardError) -> [UInt8] {
    let master = try ExtendedPrivateKey(seed: seed)
    return try load(CommandHeader(.loadKey, 0x03), seed, of: master.key.publicKey)
  }

  /// Puts one key on the card, from which others can be derived only where it has a chain code. It needs a verified
  /// PIN.
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

  /// Has the card draw keys that are nowhere else and have no phrase, and gives their UID. It needs a verified PIN.
  @discardableResult public func generateKey() throws(KeycardError) -> [UInt8] {
    let keyUID = try exchange(CommandHeader(.generateKey)).succeeded()
    guard keyUID.count == 32 else { throw KeycardError(.malformed, "not 32 bytes") }
    noteKey(keyUID)
    return keyUID
  }

  /// Takes all keys off the card. It needs a verified PIN.
  public func removeKey() throws(KeycardError) {
    _ = try exchange(CommandHeader(.removeKey)).succeeded()
    noteKey(nil)
  }

  /// Makes the key at a path the current one. It needs a verified PIN.
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
  /// The public key at a path, counted from the master key. It needs a verified PIN.
  public func exportPublicKey(_ path: DerivationPath) throws(KeycardError) -> Secp256k1PublicKey {
    let elements = try export(path, what: 0x01)
    guard elements.map(\.tag) == [0x80], let key = elements.first.flatMap({ Secp256k1PublicKey($0.value) }) else {
      throw KeycardError(.malformed, "another template")
    }
    return key
  }

  /// The private key at a path under `DerivationPath.exportable` of at least five steps. It needs a verified PIN.
  ///
  /// The card gives no public key with it; that is made from it here.
  ///
  /// - Throws: `invalid` for another path, before anything is sent.
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

  /// The secret that opens the Master Key: the private key at `CardLogin.unlockPath`, 32 bytes. It needs a verified
  /// PIN.
  public func unlockSecret() throws(KeycardError) -> Secret { try exportPrivateKey(CardLogin.unlockPath).bytes }

  private func export(_ path: DerivationPath, what: UInt8) throws(KeycardError) -> [BERTLV] {
    var response = try exchange(CommandHeader(.exportKey, 0x01, what), path.encoded)
    defer { Wiping.wipe(&response.data) }
    return try BERTLV.inside(0xA1, response.succeeded())
  }
}
