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
