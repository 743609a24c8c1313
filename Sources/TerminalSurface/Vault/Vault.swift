import Encoding
import Foundation
import HandsProtocol
import Model
import Wraps

/// The Master Key in this process's memory, for a surface without a page. It is opened with what a key or a card gave,
/// created, and passed on here. No part of it is ever sent; the data that is sent is encrypted or signed with it. Its
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

  /// What the touch of a key, or the unlocking of a card, gave.
  struct Touch {
    var kind: WayKind
    /// The secret that opens, 32 bytes (WRAPS §2); `nil` for a key that gave none.
    var secret: Secret?
    /// The account that the key named, base64url; `nil` if it named none.
    var account: String?
    /// `true` if it was made before the present conversation began.
    var isEarlier = false
  }

  /// What each key and card gave, until it is forgotten.
  private var touches: [String: Touch] = [:]
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
  public mutating func remember(_ secret: Secret, of card: KeyID) {
    touches[card.rawValue] = Touch(kind: .card, secret: secret)
  }
  /// Keeps what the touch of a key gave. Of a new key that was not asked to open yet, the next touch will tell.
  public mutating func remember(_ touch: KeyTouch) {
    let given = Touch(kind: .key, secret: touch.secret, account: touch.userID.map { Base64URL.encode($0) })
    touches[touch.key.rawValue] = touch.mayStillOpen && touch.secret == nil ? nil : given
  }
  /// Begins another conversation. Keys that were touched before were not touched for it.
  public mutating func turn() { for key in touches.keys { touches[key]?.isEarlier = true } }
  func touch(of key: KeyID) -> Touch? { touches[key.rawValue] }
  /// Returns what a touch gave and forgets it here.
  mutating func takeTouch(of key: KeyID) -> Touch? { touches.removeValue(forKey: key.rawValue) }
  /// Forgets everything that opens an account.
  public mutating func forget() {
    (touches, open, next, code, typed, escrow, lacking) = ([:], nil, nil, nil, nil, nil, [])
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

  /// Opens the Master Key with what this key or card gave. If it has no wrap, one is created. The first key or card of
  /// an account creates the Master Key.
  public mutating func open(_ key: KeyID, _ materials: WayMaterials) -> WayNews {
    plainly { try $0.open(key.rawValue, materials) }
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

  private mutating func open(_ key: String, _ materials: WayMaterials) throws -> WayNews {
    guard let touch = touches[key] else { return .untouched }
    if let account = touch.account, account != materials.account { throw Refused() }
    guard let secret = touch.secret else { return .signsInOnly }
    if let way = materials.way { return try openOwn(way, key, touch.kind, secret, materials) }
    if materials.g == 0 {
      let first = try begin(materials)
      return try Self.made(SealedBundle(g: 0, first: first.made, ways: sealAll(first.master, materials, key)))
    }
    guard let master = try current(materials)?.newest else { return .closed }
    return try Self.made(SealedBundle(g: materials.g, ways: sealAll(master, materials, key)))
  }

  /// Creates a wrap for this key or card, and for each other one that was presented for this conversation and has no
  /// wrap yet.
  private func sealAll(_ master: MasterKey, _ materials: WayMaterials, _ key: String) throws -> [SealedBundle.Way] {
    try ([key] + materials.unsealed.filter { $0 != key && touches[$0]?.isEarlier == false }).compactMap { id in
      guard let touch = touches[id], let secret = touch.secret else { return nil }
      return try seal(master, touch.kind, secret, materials, id)
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
    let record = try master.record(keys, salt: Self.salt(of: kind, materials), wrap: wrap)
    return SealedBundle.Way(credential: credential, record: record.jws, wrap: wrap)
  }
  /// The PRF input by which a key's record says what the key was asked for; `nil` for every other kind (WRAPS §4).
  static func salt(of kind: WayKind, _ materials: WayMaterials) -> [UInt8]? {
    kind == .key ? Base64URL.decode(materials.salt) ?? [] : nil
  }

  static func keys(_ kind: WayKind, _ secret: Secret, _ materials: WayMaterials, _ record: [UInt8]) throws -> WayKeys {
    let way = WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: kind)
    return try WayKeys(way, secret: secret.withBytes { Array($0) }, rpID: materials.rp)
  }

  static func made(_ what: some Encodable) throws -> WayNews {
    .made(String(decoding: try JSONEncoder().encode(what), as: UTF8.self))
  }
}
