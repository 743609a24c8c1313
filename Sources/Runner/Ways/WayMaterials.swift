import Encoding
import FlowKit
import Foundation
import Model
import Wraps

/// What hands need to work on the Master Key. Nothing in it opens anything without a secret that only they have.
public struct WayMaterials: Encodable, Sendable {
  public var account: String
  public var rp: String
  /// The PRF salt, base64url: how a key's record says what it answers to.
  public var salt: String
  /// 0 where there is no Master Key yet.
  public var g: UInt32
  /// Of every generation, the first at the beginning.
  public var statements: [String]
  /// Of every generation from the second.
  public var histories: [String]
  /// Of every way that opens.
  public var records: [String]
  public var index: String?
  public var indexRev: UInt32
  /// The one wrap of the way that was just shown, with its record.
  public var way: Way?
  /// Credentials of the account that no wrap was made for yet.
  public var unsealed: [String]
  /// Everything that opens was written by a run that is still open: the Master Key goes where that is cancelled, so no device remembers it yet.
  public var isProvisional: Bool
  /// A way was taken out while no Master Key was open: these hands make the new generation.
  public var isRotationDue: Bool
  /// Record ids that the new generation is to leave out: also those that the newest statement keeps and that were taken out since, with no
  /// Master Key at hand. Those are named only where that happened: else a record that is not there is missed.
  public var dropping: [String]
  /// The recovery code's, where there is one: its successor takes its place.
  public var code: String?
  /// That of the way that escrow providers hold shares of, where a new one is made and takes its place.
  public var escrow: String?
  /// What a proof answers, base64url.
  public var challenge: String?
  /// Whose account a printed kit opens.
  public var username: String
  /// Which kit the words to be shown are (G-17).
  public var kit: Int?

  public struct Way: Encodable, Sendable {
    public var record: String, wrap: String
    /// Its key is marked: hands that have the Master Key open make it a new wrap, and ones that it opens after all say so by a new record.
    public var needsRewrap: Bool
  }
}

extension WayMaterials {
  init(of account: AccountID, site: Site, _ records: any Records) throws {
    let generations = try records.generations(of: account), ways = try records.ways(of: account)
    let owner = try records.account(account), index = try records.journalEntry(JournalEntry.indexID, of: account)
    let isRotationDue = owner?.care.isRotationDue ?? false, held = Set(ways.compactMap { $0.sealed?.recordID })
    let newest = isRotationDue ? generations.last.flatMap { try? GenerationStatement(reading: $0.statement) } : nil
    self.init(
      account: Base64URL.encode(account.bytes), rp: site.rpID, salt: Base64URL.encode(site.prfSalt), g: generations.last?.number ?? 0,
      statements: generations.map(\.statement), histories: generations.dropFirst().map(\.history), records: ways.compactMap { $0.sealed?.record },
      index: index?.sealed, indexRev: index?.rev ?? 0, way: nil,
      unsealed: ways.filter { $0.signsIn && $0.sealed == nil }.map(\.id.rawValue),
      isProvisional: !ways.contains { $0.isSealed && $0.run == nil }, isRotationDue: isRotationDue,
      dropping: newest?.keep.map { Base64URL.encode($0.record) }.filter { !held.contains($0) } ?? [],
      code: ways.first { $0.kind == .phrase }?.sealed?.recordID, escrow: nil, challenge: nil, username: owner?.username.text ?? "", kit: nil)
  }
}
