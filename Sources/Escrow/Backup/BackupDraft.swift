import Encoding

/// A backup on its way to its providers: everything is drawn and sealed, and it says what has arrived where. It is encoded into a file that
/// only its owner can read, because it opens what it backs up; with it an upload goes on after a kill as if nothing had been.
///
/// The same bytes go out however often it is uploaded, so that a provider recognizes what it has.
public struct BackupDraft: Hashable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
  /// A truth at its provider.
  public struct Truth: Hashable, Sendable, Codable {
    /// The method that it is made of, by its place.
    public internal(set) var method: Int
    public let type: MethodType
    public let provider: ProviderAddress
    /// 32 bytes.
    public let id: Base32Bytes
    /// 64 bytes.
    public let key: FiledSecret
    /// The question's, 16 bytes.
    public let salt: Base32Bytes
    /// 32 bytes.
    public let share: FiledSecret
    /// As they are sent.
    let sealedTruth: Base32Bytes, sealedShare: Base32Bytes
    public internal(set) var standing = Standing.open
    /// What the provider asked for last.
    public internal(set) var payment: PaymentRequest?
    /// It is asked to keep it for so many years; `nil` for those of the draft.
    public internal(set) var years: Int?
    /// In seconds of the Unix clock: no provider keeps it since earlier. `nil` where nobody looked at a clock.
    public internal(set) var drawnAt: Int64?
  }

  /// A provider and the document there.
  public struct Provider: Hashable, Sendable, Codable {
    public let configuration: ProviderConfiguration
    /// Who the person is there, 64 bytes.
    let user: FiledSecret
    /// As they are sent.
    let sealedDocument: Base32Bytes, sealedMetaData: Base32Bytes?
    public internal(set) var standing = Standing.open
    public internal(set) var payment: PaymentRequest?
    /// Whether `payment` was paid for a document before this one, which it covers too.
    var isPaid: Bool?
    /// The number of the document's version there, once it is stored.
    public internal(set) var version: Int?
    /// Until when it is kept, in seconds of the Unix clock, where the provider said so.
    public internal(set) var expiration: Int64?
  }

  /// How far something is.
  public enum Standing: Hashable, Sendable, Codable {
    /// Not sent yet, or not known to have arrived.
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
  /// What names the document at every provider, 64 bytes.
  public let documentHash: Base32Bytes
  /// One for each method and provider that a policy names together.
  public internal(set) var truths: [Truth]
  public internal(set) var providers: [ProviderAddress: Provider]
  /// What a plan before this one needed, and this one does not: it may be paid. `nil` where there was none.
  var aside: [Drawn]?

  public var secretName: String? { document.secretName }

  public var description: String { "a draft of \(truths.count) truths for \(providers.count) providers" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BackupDraft {
  /// Until when a provider keeps the shares at least, in seconds of the Unix clock: a year of theirs has 365 days. `nil` where it keeps none, or
  /// nobody looked at a clock when they were drawn.
  public func truthExpiration(at provider: ProviderAddress) -> Int64? {
    truths.filter { $0.provider == provider }.compactMap { truth in
      truth.drawnAt.map { $0 + Int64(truth.years ?? years) * 365 * 24 * 3600 }
    }.min()
  }
}

/// What somebody needs to know of a provider to look after a document there, without anything that opens it.
extension BackupDraft.Provider {
  /// The public half of the account's key, 32 bytes.
  public var account: [UInt8] { UserIdentifier(secret: user.secret).accountKey.publicKey }
  /// SHA-512 of the document as it was sent.
  public var sealedHash: [UInt8] { EscrowHash.of(sealedDocument.bytes) }
}

extension BackupDraft {
  /// A truth, and what it was made of.
  struct Drawn: Hashable, Sendable, Codable {
    var truth: Truth
    let method: BackupMethod
    /// Who the person is at its provider, 64 bytes.
    let user: FiledSecret
  }

  /// Everything that was drawn, for this plan and for those before it.
  private var drawn: [Drawn] {
    truths.compactMap { truth in
      guard methods.indices.contains(truth.method), let user = providers[truth.provider]?.user else { return nil }
      var truth = truth
      truth.years = truth.years ?? years
      return Drawn(truth: truth, method: methods[truth.method], user: user)
    } + (aside ?? [])
  }

  /// What another order needs just as it is: of the same method, at the same provider, for the same person and as many years.
  ///
  /// - Parameter users: Who the person of that order is at its providers.
  /// - Returns: The truths that stay, by their places in that order; and the others that a provider keeps or asked money for, for yet another one.
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
  /// As it was drawn.
  init(_ truth: BackupDraft.Truth) {
    self.init(id: truth.id, key: truth.key.secret, salt: truth.salt, share: KeyShare(secret: truth.share.secret))
  }
}
