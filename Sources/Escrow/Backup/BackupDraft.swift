import Encoding

/// A backup on its way to its providers. All random values are generated and everything is sealed, and the draft
/// records which items have arrived where. It is encoded into a file that only its owner can read, because it opens the
/// backed-up secret. With that file, an upload continues after a crash as if nothing had happened.
///
/// Every upload sends the same bytes, so that a provider recognizes the items it already has.
public struct BackupDraft: Hashable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
  /// A truth at its provider.
  public struct Truth: Hashable, Sendable, Codable {
    /// The index of the method to which the truth belongs.
    public internal(set) var method: Int
    public let type: MethodType
    public let provider: ProviderAddress
    /// The truth's name at its provider, 32 bytes.
    public let id: Base32Bytes
    /// The key of the truth, 64 bytes.
    public let key: FiledSecret
    /// The question's salt, 16 bytes.
    public let salt: Base32Bytes
    /// The share of the key, 32 bytes.
    public let share: FiledSecret
    /// The truth and its share, sealed, in the form in which they are sent.
    let sealedTruth: Base32Bytes, sealedShare: Base32Bytes
    public internal(set) var standing = Standing.open
    /// The provider's last payment request.
    public internal(set) var payment: PaymentRequest?
    /// The number of years for which the provider is asked to keep the truth; `nil` for the draft's own number.
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
    /// `true` if `payment` was made for an earlier document and covers this one too.
    var isPaid: Bool?
    /// The version number of the document at this provider, once it is stored.
    public internal(set) var version: Int?
    /// The end of storage, in seconds of the Unix clock; `nil` if the provider did not state it.
    public internal(set) var expiration: Int64?
  }

  /// The progress of one item.
  public enum Standing: Hashable, Sendable, Codable {
    /// The item has not been sent yet, or its arrival has not been confirmed.
    case open
    case stored
    /// The item is waiting for `payment`.
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
  /// The truths, one for each combination of method and provider that a policy uses.
  public internal(set) var truths: [Truth]
  public internal(set) var providers: [ProviderAddress: Provider]
  /// The truths of an earlier plan that this plan does not need, but that may be paid for; `nil` if there was no
  /// earlier plan.
  var aside: [Drawn]?

  public var secretName: String? { document.secretName }

  public var description: String { "a draft of \(truths.count) truths for \(providers.count) providers" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BackupDraft {
  /// Returns the earliest time at which a provider may stop keeping the shares, in seconds of the Unix clock. A
  /// provider's year has 365 days. Returns `nil` if the provider keeps no shares, or if no clock was read when they
  /// were generated.
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
  /// The SHA-512 of the document as sent.
  public var sealedHash: [UInt8] { EscrowHash.of(sealedDocument.bytes) }
}

extension BackupDraft {
  /// A truth and the values from which it was created.
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

  /// Finds the truths that a different order can reuse unchanged: same method, same provider, same person, same number
  /// of years.
  ///
  /// - Parameter users: The person's identifiers at that order's providers.
  /// - Returns: The reusable truths, by their positions in that order; and, for use by a later order, the other truths
  ///   that a provider keeps or has requested payment for.
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
  /// Restores the values with which the draft's truth was generated.
  init(_ truth: BackupDraft.Truth) {
    self.init(id: truth.id, key: truth.key.secret, salt: truth.salt, share: KeyShare(secret: truth.share.secret))
  }
}
