import Encoding
import HandsProtocol
import Wraps

/// Opens the Master Key with a key's or a card's own wrap. `openOwn` of `Public/vault-ways.js` is the twin.
extension Vault {
  /// Opens with the key's or card's own wrap, and renews anything outdated at the same time.
  mutating func openOwn(
    _ way: WayMaterials.Way, _ key: String, _ kind: WayKind, _ secret: Secret, _ materials: WayMaterials
  ) throws -> WayNews {
    let record = try WayRecord(reading: way.record), keys = try Self.keys(kind, secret, materials, record.record)
    let held = try way.needsRewrap ? current(materials) : nil
    // A card's secret never changes. A key's does where its PIN or fingerprints are set anew (G-20).
    if kind == .key, try Self.isForAnother(keys, record, materials) {
      return try held.map { try wrapAnew(key, kind, secret, $0.judge(record: way.record), materials) } ?? .mismatched
    }
    do { try openWith(keys, record, materials) } catch {
      guard let held, (error as? WrapsError)?.code != .fromBefore else { throw error }
      return try wrapAnew(key, kind, secret, held.judge(record: way.record), materials)
    }
    let salt = Self.salt(of: kind, materials)
    if materials.isRotationDue {
      guard let rotation = try rotate(materials), let wrap = rotation.made.wraps[Base64URL.encode(record.record)] else {
        throw Refused()
      }
      let renewed = try rotation.master.record(keys, salt: salt, wrap: wrap).jws
      let ways = [SealedBundle.Way(credential: key, record: renewed, wrap: wrap)]
      return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made, ways: ways))
    }
    guard record.generation != materials.g || way.needsRewrap, let master = open?.newest else { return .opened }
    let renewed = try master.record(keys, salt: salt, wrap: way.wrap).jws
    return try Self.made(SealedBundle(g: materials.g, ways: [.init(credential: key, record: renewed, wrap: way.wrap)]))
  }

  /// Returns `true` if the record was made for a secret other than the one that is here now. Nothing follows from it
  /// but the report, because only an open Master Key can tell who signed the record.
  private static func isForAnother(_ keys: WayKeys, _ record: WayRecord, _ materials: WayMaterials) throws -> Bool {
    guard try keys.recipientPublic != record.recipient else { return false }
    guard Base64URL.encode(record.account) == materials.account else { throw Refused() }
    return true
  }

  /// Makes a marked key or card open again. Somebody with the Master Key made the record, which does not fit any more,
  /// or came with a wrap that is damaged now. It is left out, and the key gets a record of its own under the next
  /// Master Key.
  private mutating func wrapAnew(
    _ key: String, _ kind: WayKind, _ secret: Secret, _ old: WayRecord, _ materials: WayMaterials
  ) throws -> WayNews {
    guard let rotation = try rotate(materials, dropping: [Base64URL.encode(old.record)]) else { throw Refused() }
    remade?[kind, default: 0] += 1
    let own = try seal(rotation.master, kind, secret, materials, key)
    return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made, ways: [own]))
  }
}
