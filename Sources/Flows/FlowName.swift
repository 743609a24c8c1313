import Escrow
import Model
import Vocabulary

/// All flows that can be begun, by the names used in URLs.
///
/// A new flow needs a case here, a row in `listing(in:)`, a world in `FlowWorlds`, and a button where it is offered.
public enum FlowName: String, CaseIterable, Sendable {
  case registration
  case passkeyOnly = "passkey-only"
  case passkeyOrPassword = "passkey-or-password"
  case autoFillPasskeyOnly = "autofill-passkey-only"
  case immediatelyAvailable = "immediately-available"
  case autoFillHybrid = "autofill-hybrid"
  case passwordSetting = "password"
  case enrollment
  case journal
  case recoveryCode = "recovery-code"
  case revocation
  case renaming
  case keyTest = "key-test"
  case cardTest = "card-test"
  case codeTest = "code-test"
  case rehearsalTicket = "rehearsal-ticket"
  case copying
  case lostKey = "lost-key"
  case recovery
  case comingBack = "coming-back"
  case deletion
  case introduction = "service"
  // in the order of the terminal's menu
  case cardOnboarding = "card-onboarding"
  case cardLogin = "card-login"
  case cardStatus = "card-status"
  case cardSigning = "card-signing"
  case cardPIN = "card-pin"
  case cardPUK = "card-puk"
  case cardPairing = "card-pairing"
  case cardUnblock = "card-unblock"
  case cardBackup = "card-backup"
  case cardMigration = "card-migration"
  case cardName = "card-name"
  case cardReset = "card-reset"
  case kitCheck = "kit-check"
  case rehearsal
  case escrowSetUp = "escrow-setup"
  case escrowFile = "escrow-file"
  case escrowRecovery = "escrow-recovery"
  case escrowStatus = "escrow-status"
  case escrowTest = "escrow-test"

  public var needsAccount: Bool { listing.needs == .account || needsSubject }
  public var needsSubject: Bool { listing.needs == .subject }
  /// `true` if the flow is only for a browser in which nobody is signed in.
  public var needsStranger: Bool { listing.needs == .stranger }
  public var needsTerminal: Bool { listing.needs == .terminal }
  /// `true` if the flow ends with a new account.
  public var createsAccount: Bool { self == .registration || self == .cardOnboarding }
  public var isAboutCardAlone: Bool { listing.needs == .card }
  /// The flow's name on a page that lists many flows. `more` is the additional text in the flow's row.
  public var label: Copy? { listing.label }
  public var more: Copy? { listing.more }
  /// The flow's name in the terminal menu; `nil` if it is not listed there.
  public var inMenu: Copy? { listing.inMenu }

  /// The flow's lifetime. A durable flow is kept as long as its session, because it waits for a code that arrives by
  /// post.
  public var lifetime: Lifetime { listing.first.lifetime }
  /// `true` if anybody may begin the flow and its run is kept for weeks.
  public var isKeptForAnybody: Bool { lifetime == .durable && !needsAccount && !needsTerminal }
  public static let durable = allCases.filter { $0.lifetime == .durable }.map(\.rawValue)

  /// The circumstances on which a flow's first state depends.
  public struct Circumstances: Sendable {
    /// The key that the flow is about.
    var subject: KeyID?
    /// The page that the flow was started from.
    var origin = ""
    var isSignedIn = false
    /// `true` if the run goes on in the document in which its button was pressed: the press still counts, and what a
    /// key gave there is still in its memory.
    var isInPlace = false
    /// The person's languages, in the form of `Accept-Language` (RFC 9110 §12.5.4) or as a terminal's locale.
    var languages = ""
    /// The country that the languages suggest (C-24).
    var country: String? { CountryHint.country(acceptLanguage: languages)?.code }

    public init(
      subject: KeyID? = nil, origin: String = "", isSignedIn: Bool = false, isInPlace: Bool = false,
      languages: String = ""
    ) {
      self.subject = subject; self.origin = origin; self.isSignedIn = isSignedIn; self.isInPlace = isInPlace
      self.languages = languages
    }
  }

  private var listing: FlowListing { listing(in: Circumstances()) }
}
