import Escrow
import Model
import Vocabulary

/// The flows that can be begun, by the names that stand in addresses: the one list of them.
///
/// A new flow has a case here and a row in `listing(in:)`, a world in `FlowWorlds`, and a button where it is offered.
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
  case lostKey = "lost-key"
  case recovery
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
  case escrowSetUp = "escrow-setup"
  case escrowFile = "escrow-file"
  case escrowRecovery = "escrow-recovery"
  case escrowStatus = "escrow-status"

  public var needsAccount: Bool { listing.needs == .account || needsSubject }
  public var needsSubject: Bool { listing.needs == .subject }
  public var needsTerminal: Bool { listing.needs == .terminal }
  public var isAboutCardAlone: Bool { listing.needs == .card }
  /// Its name on a page where it is one of many; and the rest of that, which its row lets one see.
  public var label: Copy? { listing.label }
  public var more: Copy? { listing.more }
  /// Its name in the menu of a terminal, if it stands there.
  public var inMenu: Copy? { listing.inMenu }

  /// A durable one is kept as long as its session: it waits for a code that comes by post.
  public var lifetime: Lifetime { listing.first.lifetime }
  /// `true` if anybody may begin it, and it is kept for weeks.
  public var isKeptForAnybody: Bool { lifetime == .durable && !needsAccount && !needsTerminal }
  public static let durable = allCases.filter { $0.lifetime == .durable }.map(\.rawValue)

  /// The circumstances that a flow's first state depends on.
  public struct Circumstances: Sendable {
    /// The key that it is about.
    var subject: KeyID?
    /// The page that it was started from.
    var origin = ""
    var isSignedIn = false
    /// The languages that the person reads, as `Accept-Language` has them (RFC 9110 §12.5.4), or a terminal's locale.
    var languages = ""
    /// The country that they point to (C-24).
    var country: String? { CountryHint.country(acceptLanguage: languages)?.code }

    public init(subject: KeyID? = nil, origin: String = "", isSignedIn: Bool = false, languages: String = "") {
      self.subject = subject; self.origin = origin; self.isSignedIn = isSignedIn; self.languages = languages
    }
  }

  private var listing: FlowListing { listing(in: Circumstances()) }
  /// The page from which keys are managed.
  public static let settings = "/safety"
}
