import Encoding
import HandsProtocol
import Model
import Words
import Wraps

/// Drills: whether a way in opens the account as it stands. A drill knows nothing of the Master Key that is open in this
/// vault, so that an open one cannot help a broken wrap. `Public/drills.js` is the twin.
extension Vault {
  /// Tries whether what a key or a card gave for opening opens its own wrap. What a key gave is forgotten here.
  /// - Parameter origin: The origin of these hands, which is included in the signed data.
  public mutating func drill(_ key: KeyID, _ materials: WayMaterials, origin: String) -> WayNews {
    guard let touch = touch(of: key) else { return .untouched }
    if touch.kind == .key { _ = takeTouch(of: key) }
    guard let secret = touch.secret else { return .signsInOnly }
    return plainly { try Self.tryWay(touch.kind, secret, materials, seen: $0.memory.seen(materials.account), origin) }
  }

  /// Tries whether typed words open the account's recovery code as it stands. The words are not kept.
  /// - Parameters:
  ///   - phrase: The typed words; `nil` if they are no longer here.
  ///   - origin: The origin of these hands, which is included in the signed data.
  /// - Returns: `mismatched` for words that are not the account's, also for words that are no recovery code at all;
  ///   `closed` without words or without a code to try them on.
  public mutating func tryWords(_ phrase: Secret?, _ materials: WayMaterials, origin: String) -> WayNews {
    guard let phrase else { return .closed }
    return plainly { vault in
      guard materials.way != nil else { return .closed }
      guard let entropy = Self.entropy(of: phrase) else { return .mismatched }
      return try Self.tryWay(.phrase, entropy, materials, seen: vault.memory.seen(materials.account), origin)
    }
  }

  /// Tries whether the secret that escrow providers returned opens the account's escrow way as it stands. The secret is
  /// forgotten here.
  /// - Parameter origin: The origin of these hands, which is included in the signed data.
  /// - Returns: `closed` without a secret or without a way to try it on.
  public mutating func tryEscrow(_ materials: WayMaterials, origin: String) -> WayNews {
    guard let secret = takeEscrow() else { return .closed }
    return plainly { try Self.tryWay(.escrow, secret, materials, seen: $0.memory.seen(materials.account), origin) }
  }

  /// Opens the account with this secret alone, and signs a drill with the Master Key that the way's wrap held. What was
  /// opened is discarded, and this computer remembers no newer state.
  private static func tryWay(
    _ kind: WayKind, _ secret: Secret, _ materials: WayMaterials, seen: DeviceMemory.Seen, _ origin: String
  ) throws -> WayNews {
    guard let way = materials.way, let given = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record), challenge = Base64URL.decode(given) ?? []
    guard record.kind == kind, Base64URL.encode(record.account) == materials.account else { throw Refused() }
    let keys = try keys(kind, secret, materials, record.record)
    guard try keys.recipientPublic == record.recipient else { return .mismatched }
    let shown = MasterKeys.Shown(
      statements: materials.statements, histories: materials.histories, wrap: way.wrap, indexRev: materials.indexRev)
    let master = try MasterKeys.open(keys, record: record, shown: shown, seen: seen.asShown).newest
    let drill = Drill(
      account: record.account, record: record.record, generation: master.generation,
      how: kind.drillProof.rawValue, origin: origin, challenge: challenge)
    return try made(
      DrillProof(
        challenge: given, drill: drill.signed(with: master),
        proof: keys.proof == nil ? nil : keys.prove(origin: origin, purpose: "drill", challenge: challenge)))
  }
}
