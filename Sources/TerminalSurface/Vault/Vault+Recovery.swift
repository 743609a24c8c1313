import Encoding
import HandsProtocol
import Model
import Words
import Wraps

/// The ways in other than keys: the recovery code, and the secret whose shares escrow providers hold. Each of them can
/// sign a proof of itself (WRAPS §5).
extension Vault {
  /// A recovery code that was generated here. Its record's id is drawn with the words, so that the check on the paper
  /// fits the record that is made later.
  struct ShownCode {
    var entropy: Secret, record: [UInt8], kit: SealedBundle.Kit
  }

  /// Generates a recovery code, and returns its twelve words for the person who is permitted to see them.
  public mutating func drawCode(_ materials: WayMaterials) throws -> PaperWords {
    let entropy = DrawnValue.system(count: 16, drawn: .masterKey)
    let record = DrawnValue.system(count: 16, drawn: .masterKey)
    let way = WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: .phrase)
    let check = try PhraseCheck(of: way, entropy: entropy, rpID: materials.rp), number = materials.kit ?? 0
    code = ShownCode(
      entropy: Secret(entropy), record: record, kit: SealedBundle.Kit(number: number, check: check.text))
    return PaperWords(
      words: try RecoveryPhrase(entropy: entropy).words, kit: Kit(number: number, check: check),
      account: materials.username)
  }

  /// Creates a record and a wrap for the generated code.
  func seal(_ code: ShownCode, _ master: MasterKey, _ materials: WayMaterials) throws -> SealedBundle.Way {
    var way = try seal(master, .phrase, code.entropy, materials, record: code.record)
    way.kit = code.kit
    return way
  }

  /// Keeps a typed code. Even an invalid code is looked up, by a number that belongs to no account, so that every
  /// failure takes the same path (G-08).
  public mutating func type(_ phrase: Secret) {
    typed = Self.entropy(of: phrase)
  }

  /// Returns the 16 bytes of a recovery code; `nil` for words that are not one.
  static func entropy(of phrase: Secret) -> Secret? {
    phrase.withBytes { try? RecoveryPhrase(text: String(decoding: $0, as: UTF8.self)) }.flatMap {
      $0.entropy.count == 16 ? Secret($0.entropy) : nil
    }
  }

  /// Keeps the 32-byte secret whose shares escrow providers hold: generated for them, or recovered from them.
  public mutating func holdEscrow(_ secret: Secret) { escrow = secret }

  /// Returns that secret and forgets it here.
  mutating func takeEscrow() -> Secret? {
    defer { escrow = nil }
    return escrow
  }

  /// Makes the generated code a way in; the previous code stops working.
  public mutating func sealCode(_ materials: WayMaterials) -> WayNews {
    plainly { vault in
      guard let code = vault.code else { return .closed }
      return try vault.replace(Self.phrases(materials), by: .phrase, materials) { vault, master in
        try vault.seal(code, master, materials)
      }
    }
  }

  /// Makes the secret whose shares escrow providers hold a way in; the previous one stops working.
  public mutating func sealEscrow(_ materials: WayMaterials) -> WayNews {
    plainly { vault in
      guard let escrow = vault.escrow else { return .closed }
      return try vault.replace([materials.escrow].compactMap { $0 }, by: .escrow, materials) { vault, master in
        try vault.seal(master, .escrow, escrow, materials)
      }
    }
  }

  /// Returns the evidence for finding the account that the typed code opens.
  public mutating func lookUpCode(rp: String) -> WayNews {
    plainly { vault in try Self.made(RecoveryLookup(lookup: Base64URL.encode(Self.lookup(.phrase, vault.typed, rp)))) }
  }

  /// Returns the evidence for finding the account that the recovered secret opens.
  public mutating func lookUpEscrow(rp: String) -> WayNews {
    plainly { vault in
      vault.escrow == nil
        ? .closed : try Self.made(RecoveryLookup(lookup: Base64URL.encode(Self.lookup(.escrow, vault.escrow, rp))))
    }
  }

  /// Opens the Master Key with the typed code, and signs a proof that the code is here.
  ///
  /// - Parameter origin: The origin of these hands, which is included in the signed data.
  public mutating func openWithCode(_ materials: WayMaterials, origin: String) -> WayNews {
    plainly { try $0.prove(.phrase, $0.typed, materials, origin) }
  }

  /// Opens the Master Key with the secret that escrow providers returned, and signs a proof that the secret is here.
  public mutating func openWithEscrow(_ materials: WayMaterials, origin: String) -> WayNews {
    plainly { try $0.prove(.escrow, $0.escrow, materials, origin) }
  }

  /// Creates a new generation for a key or card that has just become a way in and for the generated code, without the
  /// previous code.
  public mutating func startAnew(_ key: KeyID, _ materials: WayMaterials) -> WayNews {
    plainly { vault in
      guard let code = vault.code, let rotation = try vault.rotate(materials, dropping: Self.phrases(materials)) else {
        return .closed
      }
      var ways = [try vault.seal(code, rotation.master, materials)]
      vault.remade?[.phrase, default: 0] += 1
      if let touch = vault.touch(of: key), let secret = touch.secret {
        vault.remade?[touch.kind, default: 0] += 1
        ways.append(try vault.seal(rotation.master, touch.kind, secret, materials, key.rawValue))
      }
      return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made, ways: ways))
    }
  }

  /// Returns all records of codes, no matter which of them the server calls the current code.
  private static func phrases(_ materials: WayMaterials) -> [String] {
    let others = materials.records.compactMap { try? WayRecord(reading: $0) }.filter { $0.kind == .phrase }
    return others.map { Base64URL.encode($0.record) } + [materials.code].compactMap { $0 }
  }

  /// Replaces ways of one kind. Only the server says which rows exist, so a way that it does not name is excluded only
  /// by a new generation. Only a Master Key that was begun here is certain to have no ways of this kind.
  private mutating func replace(
    _ old: [String], by kind: WayKind, _ materials: WayMaterials,
    _ seal: (Self, MasterKey) throws -> SealedBundle.Way
  ) throws -> WayNews {
    if materials.g == 0 {
      let first = try begin(materials)
      lacking.remove(kind)
      return try Self.made(SealedBundle(g: 0, first: first.made, ways: [seal(self, first.master)]))
    }
    guard let master = try current(materials)?.newest else { return .closed }
    if old.isEmpty, lacking.remove(kind) != nil {
      return try Self.made(SealedBundle(g: materials.g, ways: [seal(self, master)]))
    }
    guard let rotation = try rotate(materials, dropping: old) else { return .closed }
    remade?[kind, default: 0] += 1
    return try Self.made(
      SealedBundle(g: materials.g, rotation: rotation.made, ways: [seal(self, rotation.master)]))
  }

  private mutating func prove(_ kind: WayKind, _ secret: Secret?, _ materials: WayMaterials, _ origin: String) throws
    -> WayNews
  {
    guard let secret, let way = materials.way, let challenge = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record), keys = try Self.keys(kind, secret, materials, record.record)
    try openWith(keys, record, materials)
    let proof = try keys.prove(origin: origin, purpose: "recover", challenge: Base64URL.decode(challenge) ?? [])
    return try Self.made(RecoveryProof(challenge: challenge, proof: proof))
  }

  private static func lookup(_ kind: WayKind, _ secret: Secret?, _ rp: String) -> [UInt8] {
    secret.flatMap { secret in secret.withBytes { WayKeys.lookup(kind, secret: Array($0), rpID: rp) } }
      ?? DrawnValue.system(count: 32, drawn: .masterKey)
  }
}
