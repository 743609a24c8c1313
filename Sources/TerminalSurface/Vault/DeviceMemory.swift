import Encoding
import HandsTools
import Wraps

/// What this computer has seen of each account: a server that shows less, or a different Master Key, is refused (WRAPS
/// §5). None of it is secret; only the file's owner can read it (0600) because it shows which accounts are used here.
public struct DeviceMemory: Sendable {
  /// The newest state of one account that was opened here.
  public struct Seen: Codable, Hashable, Sendable {
    public var g: UInt32 = 0
    /// The revision of the index.
    public var rev: UInt32 = 0
    /// The public half of the Master Key's signing key, base64url.
    public var authority = ""
    public init(g: UInt32 = 0, rev: UInt32 = 0, authority: String = "") {
      (self.g, self.rev, self.authority) = (g, rev, authority)
    }

    /// The facts to compare at the next opening; `nil` if nothing was seen.
    var asShown: MasterKeys.Seen? {
      g == 0 ? nil : MasterKeys.Seen(generation: g, authority: Base64URL.decode(authority) ?? [], indexRev: rev)
    }
  }

  /// The file; `nil` if nothing outlives this process.
  public let path: String?
  private var accounts: [String: Seen]

  /// Reads the file. A missing or damaged file counts as empty: whoever can write it could have removed it as well.
  /// - Parameter path: `nil` to remember in memory only.
  public init(path: String?) {
    self.path = path
    accounts = path.flatMap { try? OwnerFile.read([String: Seen].self, at: $0) } ?? [:]
  }

  /// What was seen of an account (by its id, base64url), here or in the meantime by another process.
  public func seen(_ account: String) -> Seen {
    let own = accounts[account] ?? Seen(),
      other = path.flatMap { try? OwnerFile.read([String: Seen].self, at: $0)?[account] } ?? Seen()
    return (own.g, own.rev) > (other.g, other.rev) ? own : other
  }

  /// Remembers what was opened, and never goes back to less. If the file cannot be written, this process still
  /// remembers.
  public mutating func note(_ account: String, g: UInt32, authority: [UInt8], rev: UInt32 = 0) {
    func newest(_ known: Seen?) -> Seen {
      if let known, known.g > g { return known }
      return Seen(g: g, rev: max(rev, known?.rev ?? 0), authority: Base64URL.encode(authority))
    }
    accounts[account] = newest(accounts[account])
    if let path { try? OwnerFile.change([String: Seen](), at: path) { $0[account] = newest($0[account]) } }
  }
}
