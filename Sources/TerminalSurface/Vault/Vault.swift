import Encoding
import Foundation
import HandsProtocol
import Model
import Wraps

/// The Master Key in this process's memory, for a surface without a page. It is opened with a card's secret, created,
/// and passed on here. No part of it is ever sent; the data that is sent is encrypted or signed with it. Its
/// counterpart in the browser is `Public/vault.js`.
public struct Vault: Sendable {
  /// The error thrown when inconsistent data is rejected.
  struct Refused: Error {}
  /// The error thrown when data is rejected because it is older than what this computer has seen. The data may be a
  /// copy that its owner restored.
  struct Older: Error {}

  /// The Master Keys most recently made here, with the statement that the server stores once it has accepted them.
  struct Next {
    var keys: MasterKeys, statement: String
  }

  /// The secret that each card provided for opening, until it is forgotten.
  private(set) var secrets: [String: Secret] = [:]
  /// The open Master Keys.
  var open: MasterKeys?
  /// The Master Keys including one that was made here, which the server may not have accepted yet.
  var next: Next?
  /// The recovery code generated here, and the one that was typed, 16 bytes.
  var code: ShownCode?, typed: Secret?
  /// The secret whose shares escrow providers hold.
  var escrow: Secret?
  /// The number of ways of each kind in the last Master Key made here; `nil` if none was made since this was last
  /// reported.
  var remade: [WayKind: Int]?
  /// The kinds of ways that certainly do not exist, because the first Master Key was begun here.
  var lacking: Set<WayKind> = []
  /// `true` if data was rejected as older than what this computer has seen, and this has not been reported yet.
  var hasRefusedOlder = false
  var memory: DeviceMemory

  public init(memory: DeviceMemory) { self.memory = memory }

  /// Keeps the secret that a card provided for opening (32 bytes, WRAPS §2).
  public mutating func remember(_ secret: Secret, of card: KeyID) { secrets[card.rawValue] = secret }
  /// Forgets everything that opens an account.
  public mutating func forget() {
    (secrets, open, next, code, typed, escrow, lacking) = ([:], nil, nil, nil, nil, nil, [])
  }
  /// `true` if a Master Key is open here.
  public var isOpen: Bool { next != nil || open != nil }

  /// Reports, once and after the server has accepted it, how many ways of each kind open the Master Key most recently
  /// made here. Only the server says what each row represents. If the server omitted a way, or kept a removed one, the
  /// person sees this in the count.
  ///
  /// - Parameter statement: The name (`Compact.hash`) of the account's newest statement, as stored by the server.
  public mutating func sayRemade(_ statement: String) -> [WayKind: Int]? {
    guard let next, Compact.hash(next.statement) == statement else { return nil }
    defer { remade = nil }
    return remade
  }
  /// If the data just rejected is older than what this computer has seen, returns the file that shows this, once.
  public mutating func sayOlder() -> String? {
    defer { hasRefusedOlder = false }
    return hasRefusedOlder ? memory.path : nil
  }

  /// Opens the Master Key with this card's secret. If the card has no wrap, one is created. The first card of an
  /// account creates the Master Key.
  public mutating func open(_ card: KeyID, _ materials: WayMaterials) -> WayNews {
    plainly { try $0.open(card.rawValue, materials) }
  }

  /// Creates a new generation without the ways named in the materials.
  public mutating func drop(_ materials: WayMaterials) -> WayNews {
    plainly { vault in
      guard let rotation = try vault.rotate(materials) else { return .closed }
      return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made))
    }
  }

  mutating func plainly(_ work: (inout Self) throws -> WayNews) -> WayNews {
    do { return try work(&self) } catch let error as WrapsError where error.code == .fromBefore {
      return .fromBefore
    } catch {
      hasRefusedOlder = error is Older || (error as? WrapsError)?.code == .olderThanSeen
      return .refused
    }
  }

  private mutating func open(_ card: String, _ materials: WayMaterials) throws -> WayNews {
    guard let secret = secrets[card] else { return .untouched }
    if let way = materials.way { return try openOwn(way, card, secret, materials) }
    if materials.g == 0 {
      let first = try begin(materials)
      return try Self.made(SealedBundle(g: 0, first: first.made, ways: sealAll(first.master, materials, card)))
    }
    guard let master = try current(materials)?.newest else { return .closed }
    return try Self.made(SealedBundle(g: materials.g, ways: sealAll(master, materials, card)))
  }

  /// Opens with the card's own wrap, and renews anything outdated at the same time.
  private mutating func openOwn(_ way: WayMaterials.Way, _ card: String, _ secret: Secret, _ materials: WayMaterials)
    throws -> WayNews
  {
    let record = try WayRecord(reading: way.record), keys = try Self.keys(.card, secret, materials, record.record)
    let held = try way.needsRewrap ? current(materials) : nil
    do { try openWith(keys, record, materials) } catch {
      guard let held, (error as? WrapsError)?.code != .fromBefore else { throw error }
      return try wrapAnew(card, secret, held.judge(record: way.record), materials)
    }
    if materials.isRotationDue {
      guard let rotation = try rotate(materials), let wrap = rotation.made.wraps[Base64URL.encode(record.record)] else {
        throw Refused()
      }
      let renewed = try rotation.master.record(keys, wrap: wrap).jws
      let ways = [SealedBundle.Way(credential: card, record: renewed, wrap: wrap)]
      return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made, ways: ways))
    }
    guard record.generation != materials.g || way.needsRewrap, let master = open?.newest else { return .opened }
    let renewed = try master.record(keys, wrap: way.wrap).jws
    return try Self.made(SealedBundle(g: materials.g, ways: [.init(credential: card, record: renewed, wrap: way.wrap)]))
  }

  /// Makes a marked card open again. Somebody with the Master Key made the record, which does not fit the card, or came
  /// with a wrap that is damaged now. It is left out, and the card gets a record of its own under the next Master Key.
  private mutating func wrapAnew(_ card: String, _ secret: Secret, _ old: WayRecord, _ materials: WayMaterials) throws
    -> WayNews
  {
    guard let rotation = try rotate(materials, dropping: [Base64URL.encode(old.record)]) else { throw Refused() }
    remade?[.card, default: 0] += 1
    let own = try seal(rotation.master, .card, secret, materials, card)
    return try Self.made(SealedBundle(g: materials.g, rotation: rotation.made, ways: [own]))
  }

  /// Creates a wrap for this card, and for each other card that was presented to this process and has no wrap yet.
  private func sealAll(_ master: MasterKey, _ materials: WayMaterials, _ card: String) throws -> [SealedBundle.Way] {
    try ([card] + materials.unsealed.filter { $0 != card }).compactMap { id in
      guard let secret = secrets[id] else { return nil }
      return try seal(master, .card, secret, materials, id)
    }
  }

  /// Creates a record and a wrap for a new way in.
  /// - Parameter record: The id of the record, if it was drawn before.
  func seal(
    _ master: MasterKey, _ kind: WayKind, _ secret: Secret, _ materials: WayMaterials, _ credential: String? = nil,
    record: [UInt8]? = nil
  ) throws -> SealedBundle.Way {
    let keys = try Self.keys(kind, secret, materials, record ?? DrawnValue.system(count: 16, drawn: .masterKey))
    let wrap = try master.wrap(record: keys.way.record, kind: kind, recipient: keys.recipientPublic, pad: keys.pad)
    return SealedBundle.Way(credential: credential, record: try master.record(keys, wrap: wrap).jws, wrap: wrap)
  }

  static func keys(_ kind: WayKind, _ secret: Secret, _ materials: WayMaterials, _ record: [UInt8]) throws -> WayKeys {
    let way = WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: kind)
    return try WayKeys(way, secret: secret.withBytes { Array($0) }, rpID: materials.rp)
  }

  static func made(_ what: some Encodable) throws -> WayNews {
    .made(String(decoding: try JSONEncoder().encode(what), as: UTF8.self))
  }
}
