import Foundation
import Wraps

/// One way in, as the server stores it (`device_wraps`): the person's name for the way, and data that only its holder
/// can open. A key without a record can sign in but cannot open the Master Key (G-19).
public struct Way: Hashable, Sendable {
  /// The identifier of the row: a key's credential ID, otherwise the record id as base64url.
  public var id: KeyID
  public var account: AccountID
  public var kind: WayKind
  /// The name as the person wrote it; empty if the way was never named.
  public var label: String
  public var role: KeyRole?
  public var transports: [String]
  public var sealed: SealedWay?
  public var createdAt: Date
  /// When this very way last gave each kind of proof.
  public var proofs: [ProofKind: Date]
  /// The time since which the way has returned a secret different from the one for which its wrap was made, so that it
  /// signs in but can't open the Master Key (G-20). `nil` if the secret is unchanged. The evidence is an assertion by
  /// this very key and a claim by the hands, so nothing is deleted because of it.
  public var needsRewrapSince: Date?
  public var revokedAt: Date?
  /// The run that wrote the way and may still withdraw it; `nil` once the way is final.
  public var run: String?
  /// What identifies the paper with a recovery code; `nil` for every other way, and for a paper that has no check.
  public var kit: Kit?

  public init(
    id: KeyID, account: AccountID, kind: WayKind, label: String = "", role: KeyRole? = nil, transports: [String] = [],
    sealed: SealedWay? = nil,
    createdAt: Date, proofs: [ProofKind: Date] = [:], needsRewrapSince: Date? = nil, revokedAt: Date? = nil,
    run: String? = nil, kit: Kit? = nil
  ) {
    self.id = id; self.account = account; self.kind = kind; self.label = label; self.role = role;
    self.transports = transports
    self.sealed = sealed; self.createdAt = createdAt; self.proofs = proofs; self.needsRewrapSince = needsRewrapSince
    self.revokedAt = revokedAt; self.run = run; self.kit = kit
  }
  /// `true` for a key that existed before the open run that wrote a wrap for it. Such a key has no role, and is kept
  /// regardless of how the run ends.
  public var stoodBefore: Bool { role == nil }
  /// `true` if the way is final. An open run may still withdraw what it wrote.
  public var stands: Bool { run == nil || stoodBefore }
  /// `true` if the way's holder can sign in with it: with a key by an assertion, with a card by its signature.
  public var signsIn: Bool { kind == .key || kind == .card }
  /// `true` if the way is for practice: a simulated card, or shares with simulated providers. It never counts as a way
  /// back in (G-34).
  public var isRehearsal: Bool { (kind == .card || kind == .escrow) && transports == [Self.rehearsal] }
  /// The `transports` of a card, and of ways for practice.
  public static let smartCard = "smart-card", rehearsal = "rehearsal"
  /// `true` if the way can open the Master Key as well as sign in.
  public var opens: Bool { isSealed && needsRewrapSince == nil }
  /// `true` if the way has a wrap, which it can open or once could.
  public var isSealed: Bool { sealed != nil && revokedAt == nil }
}

/// A way's record and its newest wrap, as the hands made them. The server can open neither.
public struct SealedWay: Hashable, Sendable {
  /// The record's id: sixteen bytes, base64url.
  public var recordID: String
  /// The record as a compact JWS, `ls1-record`.
  public var record: String
  /// The wrap of the account's current generation as a compact JWE, `ls1-wrap`.
  public var wrap: String
  /// The SHA-256 of the lookup by which a phrase or an escrow is found; `nil` for ways that are found by their
  /// credential.
  public var find: [UInt8]?
  public init(recordID: String, record: String, wrap: String, find: [UInt8]? = nil) {
    self.recordID = recordID; self.record = record; self.wrap = wrap; self.find = find
  }
}

/// One generation of an account's Master Key, as the server stores it. It contains what authorizes its successor, and
/// nothing that opens it.
public struct Generation: Hashable, Sendable {
  public var account: AccountID
  /// The generation's number, starting at 1.
  public var number: UInt32
  /// The Ed25519 public key that signs this generation's records and the next statement; 32 bytes.
  public var authority: [UInt8]
  /// The generation's statement as a compact JWS, `ls1-generation`.
  public var statement: String
  /// The previous Master Key, encrypted under this one, as a compact JWE, `ls1-history`; empty for the first
  /// generation.
  public var history: String
  public var createdAt: Date

  public init(
    account: AccountID, number: UInt32, authority: [UInt8], statement: String, history: String, createdAt: Date
  ) {
    self.account = account; self.number = number; self.authority = authority; self.statement = statement;
    self.history = history
    self.createdAt = createdAt
  }
}

/// One entry of the journal, or its index: a compact JWE that only the account's Master Key opens.
public struct JournalEntry: Hashable, Sendable {
  public var account: AccountID
  /// The entry's id: sixteen bytes, base64url; sixteen zero bytes for the index.
  public var id: String
  /// The revision, which starts at 1 and increases with each write.
  public var rev: UInt32
  public var sealed: String
  public init(account: AccountID, id: String, rev: UInt32, sealed: String) {
    self.account = account; self.id = id; self.rev = rev; self.sealed = sealed
  }
  /// The index's id: sixteen zero bytes, base64url.
  public static let indexID = "AAAAAAAAAAAAAAAAAAAAAA"
}
