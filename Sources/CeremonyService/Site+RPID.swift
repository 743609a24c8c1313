import Model

// A passkey answers at the RP ID that it was made at, and at no other (WebAuthn Level 3 §4 "RP ID").
extension Site {
  private static let keptName = "rp_id"

  /// Returns the RP ID that the accounts were made at, if it is another one than these two; `nil` also without accounts.
  ///
  /// - Parameter given: The RP ID whose passkeys are given up; `nil` for none.
  public static func otherRPID(
    than rpID: String, replacing given: String?, in records: any Records
  ) throws -> OtherRPID? {
    guard let value = try records.installationValue(keptName) else { return nil }
    let kept = String(decoding: value, as: UTF8.self)
    guard kept != rpID, kept != given, try !records.accounts(limit: 1).isEmpty else { return nil }
    return OtherRPID(kept: kept)
  }

  /// Keeps the RP ID, so that the accounts cannot be served under another one by mistake. Without accounts, any is taken.
  ///
  /// - Parameter given: The RP ID whose passkeys are given up; `nil` for none.
  /// - Throws: `OtherRPID` if the accounts were made at another RP ID than these two.
  public static func keep(rpID: String, replacing given: String?, in store: any Store) async throws {
    try await store.write { records in
      if let other = try otherRPID(than: rpID, replacing: given, in: records) { throw other }
      try records.replaceInstallationValue(keptName, with: Array(rpID.utf8))
    }
  }
}

/// The accounts of an installation were made at another RP ID than the one that it is started with.
public struct OtherRPID: Error, Hashable {
  /// The RP ID that the accounts were made at.
  public var kept: String
}
