import Synchronization

/// A cache of decoded and imported public keys, for a relying party that sees the same credentials again: `party.keys =
/// CredentialKeyCache(capacity: 10_000)`.
///
/// Importing a key costs as much as reading a whole response, or twice that for RSA. A key is looked up by its bytes,
/// so a changed record is never verified with the wrong key. A cached key is used only while the relying party still
/// accepts its algorithm. Public keys are not secret.
public final class CredentialKeyCache: Sendable {
  private struct Entry {
    let key: any VerificationKey
    let algorithm: COSEAlgorithmIdentifier
  }

  /// Two generations: a key that is used moves to the recent generation. When that one holds half the capacity, the
  /// older generation is discarded as a whole.
  private struct Entries {
    var recent: [[UInt8]: Entry] = [:]
    var older: [[UInt8]: Entry] = [:]
  }

  private let capacity: Int
  private let entries = Mutex(Entries())

  /// Creates a cache for up to `capacity` keys of about half a kilobyte each.
  public init(capacity: Int) { self.capacity = max(2, capacity) }

  /// The number of cached keys.
  public var count: Int { entries.withLock { $0.recent.count + $0.older.count } }

  subscript(_ encoded: [UInt8], _ algorithms: SignatureAlgorithms) -> (any VerificationKey)? {
    let entry = entries.withLock { entries -> Entry? in
      if let entry = entries.recent[encoded] { return entry }
      guard let entry = entries.older.removeValue(forKey: encoded) else { return nil }
      insert(entry, encoded, into: &entries)
      return entry
    }
    guard let entry, algorithms[entry.algorithm] != nil else { return nil }
    return entry.key
  }

  func insert(_ key: any VerificationKey, of algorithm: COSEAlgorithmIdentifier, encoded: [UInt8]) {
    entries.withLock { insert(Entry(key: key, algorithm: algorithm), encoded, into: &$0) }
  }

  private func insert(_ entry: Entry, _ encoded: [UInt8], into entries: inout Entries) {
    if entries.recent.count >= capacity / 2 { (entries.older, entries.recent) = (entries.recent, [:]) }
    entries.recent[encoded] = entry
  }
}
