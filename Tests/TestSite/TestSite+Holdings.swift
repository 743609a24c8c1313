import Foundation
import Model
import RelyingParty

/// Adds an account's rows to the store without going through the flows that normally create them.
extension TestSite {
  public func account(_ name: String = "mirela") async throws -> Account {
    guard let username = Username(name), let account = try await store.read({ try $0.account(named: username) }) else {
      throw TestSiteError()
    }
    return account
  }

  /// Adds a key with its credential. A key that opens gets a record and a wrap that are never read.
  ///
  /// - Parameter provedAt: The time at which the key last signed and, if it opens, opened.
  public func addKey(
    _ label: String, _ role: KeyRole? = nil, opens: Bool = true, to name: String = "mirela",
    transports: [String] = ["usb", "nfc"],
    isBackupEligible: Bool? = false, isBackedUp: Bool = false, attestation: String = "none", vouching: Vouching? = nil,
    provedAt: Date? = nil, needsRewrapSince: Date? = nil, run: String? = nil,
    aaguid: [UInt8] = Array(repeating: 0, count: 16)
  ) async throws {
    let account = try await account(name).id, now = clock.now,
      id = KeyID(rawValue: "key-" + label.filter { $0.isLetter || $0.isNumber })
    let credential = Credential(
      id: id, account: account, publicKey: [1], signCount: 0, wasUserVerified: true, isBackupEligible: isBackupEligible,
      isBackedUp: isBackedUp,
      transports: transports, aaguid: aaguid, attestationFormat: attestation, vouching: vouching?.rawValue,
      createdAt: now, lastUsedAt: now)
    let sealed = opens ? SealedWay(recordID: "record of \(id.rawValue)", record: "r", wrap: "w") : nil
    let proofs: [ProofKind] = provedAt == nil ? [] : opens ? [.signed, .opened] : [.signed]
    let way = Way(
      id: id, account: account, kind: .key, label: label, role: role, transports: transports, sealed: sealed,
      createdAt: now, proofs: Dictionary(uniqueKeysWithValues: proofs.map { ($0, provedAt ?? now) }),
      needsRewrapSince: needsRewrapSince, run: run)
    try await store.write { records in
      try records.insert(credential)
      try records.insert(way)
    }
  }

  /// Adds a session of a browser signed in elsewhere, whose cookie nobody has.
  public func addSession(_ browser: BrowserPhrase, to name: String = "mirela") async throws {
    let account = try await account(name).id, now = clock.now
    let session = Session(
      id: SessionID(digest: Array(browser.text.utf8)), account: account, createdAt: now, seenAt: now, signedInAt: now,
      browser: browser,
      handle: browser.text)
    try await store.write { try $0.insert(session) }
  }

  /// Adds the first generation of a Master Key, and the recovery code unless it was not saved.
  public func addMasterKey(to name: String = "mirela", withCode: Bool) async throws {
    let account = try await account(name).id, now = clock.now
    let code = Way(
      id: KeyID(rawValue: "code of \(name)"), account: account, kind: .phrase,
      sealed: SealedWay(recordID: "code of \(name)", record: "r", wrap: "w", find: Array(name.utf8)), createdAt: now)
    try await store.write { records in
      try records.insert(
        Generation(
          account: account, number: 1, authority: Array(repeating: 0, count: 32), statement: "s", history: "",
          createdAt: now))
      if withCode { try records.insert(code) }
    }
  }
}
