import Encoding

/// A public key and the chain code with which its unhardened children are made (BIP32).
public struct ExtendedPublicKey: Hashable, Sendable {
  public let key: Secp256k1PublicKey
  /// 32 bytes.
  public let chainCode: [UInt8]
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

  /// The public key at a path with its chain code: since version 3.1, and nowhere under `DerivationPath.exportable`. It needs a verified PIN.
  ///
  /// - Throws: `invalid` for another path or an older card, before anything is sent.
  public func exportExtendedPublicKey(_ path: DerivationPath) throws(KeycardError) -> ExtendedPublicKey {
    guard try initializedApplication().version >= KeycardVersion(major: 3, minor: 1), !path.isWithin(.exportable) else {
      throw KeycardError(.invalid, "the card does not export it")
    }
    let elements = try export(path, what: 0x02)
    guard elements.map(\.tag) == [0x80, 0x82], let key = elements.first.flatMap({ Secp256k1PublicKey($0.value) }),
      let chainCode = elements.last?.value, chainCode.count == 32
    else { throw KeycardError(.malformed, "another template") }
    return ExtendedPublicKey(key: key, chainCode: chainCode)
  }

  /// The private key at a path under `DerivationPath.exportable` of at least five steps. It needs a verified PIN.
  ///
  /// The card gives no public key with it; that is made from it here.
  ///
  /// - Throws: `invalid` for another path, before anything is sent.
  public func exportPrivateKey(_ path: DerivationPath) throws(KeycardError) -> Secp256k1PrivateKey {
    guard path.isWithin(.exportable), path.steps.count >= 5 else { throw KeycardError(.invalid, "the card does not export it") }
    var elements = try export(path, what: 0x00)
    defer { for index in elements.indices { Wiping.wipe(&elements[index].value) } }
    guard elements.map(\.tag) == [0x81], let key = elements.first.flatMap({ Secp256k1PrivateKey(Secret($0.value)) }) else {
      throw KeycardError(.malformed, "another template")
    }
    return key
  }

  /// What opens the Master Key: the private key at `CardLogin.unlockPath`, 32 bytes. It needs a verified PIN.
  public func unlockSecret() throws(KeycardError) -> Secret { try exportPrivateKey(CardLogin.unlockPath).bytes }

  private func export(_ path: DerivationPath, what: UInt8) throws(KeycardError) -> [BERTLV] {
    var response = try exchange(CommandHeader(.exportKey, 0x01, what), path.encoded)
    defer { Wiping.wipe(&response.data) }
    return try BERTLV.inside(0xA1, response.succeeded())
  }
}
