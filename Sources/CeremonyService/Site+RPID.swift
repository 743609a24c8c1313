import Model

// A passkey answers at the RP ID that it was made at, and at no other (WebAuthn Level 3 §4 "RP ID"). The keys of every
// other way in are derived with it too (docs/WRAPS.md §2).
extension Site {
  private static let keptName = "rp_id"

  /// Returns the RP ID that the accounts were made at, if it is another one; `nil` also without accounts.
  public static func otherRPID(than rpID: String, in records: any Records) throws -> OtherRPID? {
    guard let value = try records.installationValue(keptName) else { return nil }
    let kept = String(decoding: value, as: UTF8.self)
    guard kept != rpID, try !records.accounts(limit: 1).isEmpty else { return nil }
    return OtherRPID(kept: kept)
  }

  /// Keeps this RP ID, which the accounts will need from now on.
  public static func keep(rpID: String, in store: any Store) async throws {
    try await store.write { try $0.replaceInstallationValue(keptName, with: Array(rpID.utf8)) }
  }
}

/// The accounts of an installation were made at another RP ID than the one that it is started with.
public struct OtherRPID: Hashable, Sendable {
  /// The RP ID that the accounts were made at.
  public var kept: String
}
