import Encoding
import HandsTools
import Wraps

/// The state that this computer has seen of each account. A server that shows an older state, or a different Master
/// Key, is refused (WRAPS §5). None of it is secret; only the file's owner can read it (0600) because it shows which
/// accounts are used here.
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

  /// The path of the file; `nil` if nothing outlives this process.
  public let path: String?
  private var accounts: [String: Seen]

  /// Reads the file. A missing or damaged file is treated as empty, because whoever can write it could also have
  /// removed it.
  /// - Parameter path: The path of the file; `nil` to remember in memory only.
  public init(path: String?) {
    self.path = path
    accounts = path.flatMap { try? OwnerFile.read([String: Seen].self, at: $0) } ?? [:]
  }

  /// Returns the state seen of an account (by its id, base64url), by this process or meanwhile by a different one.
  public func seen(_ account: String) -> Seen {
    let own = accounts[account] ?? Seen(),
      other = path.flatMap { try? OwnerFile.read([String: Seen].self, at: $0)?[account] } ?? Seen()
    return (own.g, own.rev) > (other.g, other.rev) ? own : other
  }

  /// Remembers the opened state, and never replaces it with an older one. If the file cannot be written, this process
  /// still remembers it.
  public mutating func note(_ account: String, g: UInt32, authority: [UInt8], rev: UInt32 = 0) {
    func newest(_ known: Seen?) -> Seen {
      if let known, known.g > g { return known }
      return Seen(g: g, rev: max(rev, known?.rev ?? 0), authority: Base64URL.encode(authority))
    }
    accounts[account] = newest(accounts[account])
    if let path { try? OwnerFile.change([String: Seen](), at: path) { $0[account] = newest($0[account]) } }
  }
}
