import Encoding

/// A backup on its way to its providers: all random values are generated and everything is sealed, and the draft
/// records what has arrived where. It is encoded into a file that only its owner can read, because it opens the
/// backed-up secret; with that file an upload continues after a crash as if nothing had happened.
///
/// Every upload sends the same bytes, so that a provider recognizes what it already has.
public struct BackupDraft: Hashable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
  /// A truth at its provider.
  public struct Truth: Hashable, Sendable, Codable {
    /// The index of the method from which it is made.
    public internal(set) var method: Int
    public let type: MethodType
    public let provider: ProviderAddress
    /// The truth's name at its provider, 32 bytes.
    public let id: Base32Bytes
    /// 64 bytes.
    public let key: FiledSecret
    /// The question's salt, 16 bytes.
    public let salt: Base32Bytes
    /// 32 bytes.
    public let share: FiledSecret
    /// The truth and its share, sealed, in the form in which they are sent.
    let sealedTruth: Base32Bytes, sealedShare: Base32Bytes
    public internal(set) var standing = Standing.open
    /// The provider's last payment request.
    public internal(set) var payment: PaymentRequest?
    /// The number of years that the provider is asked to keep it; `nil` for the draft's own number.
    public internal(set) var years: Int?
    /// The earliest time at which storage may have begun, in seconds of the Unix clock; `nil` if no clock was read.
    public internal(set) var drawnAt: Int64?
  }

  /// A provider and the document stored there.
  public struct Provider: Hashable, Sendable, Codable {
    public let configuration: ProviderConfiguration
    /// The person's identifier at this provider, 64 bytes.
    let user: FiledSecret
    /// The document and its metadata, sealed, in the form in which they are sent.
    let sealedDocument: Base32Bytes, sealedMetaData: Base32Bytes?
    public internal(set) var standing = Standing.open
    public internal(set) var payment: PaymentRequest?
    /// `true` if `payment` was paid for an earlier document and covers this one too.
    var isPaid: Bool?
    /// The version number of the document at this provider, once it is stored.
    public internal(set) var version: Int?
    /// The end of storage, in seconds of the Unix clock, if the provider stated it.
    public internal(set) var expiration: Int64?
  }

  /// The progress of one item.
  public enum Standing: Hashable, Sendable, Codable {
    /// Not sent yet, or not confirmed.
    case open
    case stored
    /// Waiting for `payment`.
    case paymentDue
    case failed(ProviderTrouble)
  }

  public let attributes: [String: String]
  public let methods: [BackupMethod]
  public let policies: [[PolicyPart]]
  public let years: Int
  public let document: RecoveryDocument
  /// The document's name at every provider, 64 bytes.
  public let documentHash: Base32Bytes
  /// One for each combination of method and provider that a policy uses.
  public internal(set) var truths: [Truth]
  public internal(set) var providers: [ProviderAddress: Provider]
  /// Truths of an earlier plan that this plan does not need; they may be paid for. `nil` if there was no earlier plan.
  var aside: [Drawn]?

  public var secretName: String? { document.secretName }

  public var description: String { "a draft of \(truths.count) truths for \(providers.count) providers" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BackupDraft {
  /// The time until which a provider keeps the shares at least, in seconds of the Unix clock; a provider's year has 365
  /// days. `nil` if it keeps none, or if no clock was read when they were generated.
  public func truthExpiration(at provider: ProviderAddress) -> Int64? {
    truths.filter { $0.provider == provider }.compactMap { truth in
      truth.drawnAt.map { $0 + Int64(truth.years ?? years) * 365 * 24 * 3600 }
    }.min()
  }
}

/// The data needed to check on a document at a provider, without anything that opens it.
extension BackupDraft.Provider {
  /// The public half of the account key, 32 bytes.
  public var account: [UInt8] { UserIdentifier(secret: user.secret).accountKey.publicKey }
  /// SHA-512 of the document as sent.
  public var sealedHash: [UInt8] { EscrowHash.of(sealedDocument.bytes) }
}

extension BackupDraft {
  /// A truth, and the values it was made from.
  struct Drawn: Hashable, Sendable, Codable {
    var truth: Truth
    let method: BackupMethod
    /// The person's identifier at the truth's provider, 64 bytes.
    let user: FiledSecret
  }

  /// All generated truths, for this plan and for earlier ones.
  private var drawn: [Drawn] {
    truths.compactMap { truth in
      guard methods.indices.contains(truth.method), let user = providers[truth.provider]?.user else { return nil }
      var truth = truth
      truth.years = truth.years ?? years
      return Drawn(truth: truth, method: methods[truth.method], user: user)
    } + (aside ?? [])
  }

  /// Finds the truths that another order can reuse unchanged: same method, same provider, same person, same number of
  /// years.
  ///
  /// - Parameter users: The person's identifiers at that order's providers.
  /// - Returns: The reusable truths, by their positions in that order; and the others that a provider keeps or has
  ///   requested payment for, for use by a later order.
  func staying(_ order: BackupOrder, _ users: [ProviderAddress: UserIdentifier]) -> (
    kept: [PolicyPart: Truth], aside: [Drawn]
  ) {
    var left = drawn, kept: [PolicyPart: Truth] = [:]
    for part in order.policies.joined() where kept[part] == nil {
      guard order.methods.indices.contains(part.method), let user = users[part.provider],
        let configuration = order.providers[part.provider]
      else {
        continue
      }
      let years = configuration.truthYears(order.years), method = order.methods[part.method],
        person = FiledSecret(user.secret)
      let place = left.firstIndex { drawn in
        drawn.truth.provider == part.provider && drawn.truth.years == years && drawn.method == method
          && drawn.user == person
      }
      guard let place else { continue }
      var truth = left.remove(at: place).truth  // a document names each once
      truth.method = part.method
      kept[part] = truth
    }
    return (kept, left.filter { $0.truth.standing == .stored || $0.truth.payment != nil })
  }
}

extension DrawnTruth {
  /// The values with which the draft's truth was generated.
  init(_ truth: BackupDraft.Truth) {
    self.init(id: truth.id, key: truth.key.secret, salt: truth.salt, share: KeyShare(secret: truth.share.secret))
  }
}
