import Escrow
import Flows
import Vocabulary
import Model

/// The flows that can be started from a page, by the names that stand in addresses.
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
  case cardOnboarding = "card-onboarding"
  case cardLogin = "card-login"
  case cardBackup = "card-backup"
  case cardMigration = "card-migration"
  case cardSigning = "card-signing"
  case cardPIN = "card-pin"
  case cardPUK = "card-puk"
  case cardPairing = "card-pairing"
  case cardUnblock = "card-unblock"
  case cardReset = "card-reset"
  case cardName = "card-name"
  case cardStatus = "card-status"
  case escrowSetUp = "escrow-setup"
  case escrowFile = "escrow-file"
  case escrowRecovery = "escrow-recovery"
  case escrowStatus = "escrow-status"

  /// Whether it changes an account that is signed in already.
  public var needsAccount: Bool {
    switch self {
    case .passwordSetting, .enrollment, .journal, .recoveryCode, .revocation, .renaming, .keyTest, .escrowSetUp: true
    case .registration, .passkeyOnly, .passkeyOrPassword, .autoFillPasskeyOnly, .immediatelyAvailable, .autoFillHybrid, .lostKey, .recovery,
      .escrowFile, .escrowRecovery, .escrowStatus:
      false
    case .cardOnboarding, .cardLogin, .cardBackup, .cardMigration: false  // each begins without one, or leads to it (D-39)
    case .cardSigning, .cardPIN, .cardPUK, .cardPairing, .cardUnblock, .cardReset, .cardName, .cardStatus: false  // about a card alone
    }
  }
  /// Whether it works on a file of the computer, which no page is shown.
  public var needsTerminal: Bool { self == .escrowFile }
  /// Whether it is about one key, which must be named.
  public var needsSubject: Bool { self == .renaming || self == .keyTest }

  /// A durable one is kept as long as its session: it waits for a code that comes by post.
  public var lifetime: Lifetime { entry(Circumstances()).lifetime }
  /// Whether anybody may begin it, and it is kept for weeks.
  public var isKeptForAnybody: Bool { lifetime == .durable && !needsAccount && !needsTerminal }
  static let durable = allCases.filter { $0.lifetime == .durable }.map(\.rawValue)

  func start(in circumstances: Circumstances) -> any LiveRun { entry(circumstances).start() }
  func resume(_ text: String) throws -> any LiveRun { try entry(Circumstances()).resume(text) }

  /// What a flow's first state depends on.
  struct Circumstances {
    /// The key that it is about.
    var subject: KeyID?
    /// The page that it was started from.
    var origin = ""
    var isSignedIn = false
    /// The languages that the person reads, as `Accept-Language` has them (RFC 9110 §12.5.4), or a terminal's locale.
    var languages = ""
    /// The country that they point to (C-24).
    var country: String? { CountryHint.country(acceptLanguage: languages)?.code }
  }

  private func entry(_ circumstances: Circumstances) -> Entry {
    let (subject, origin, isSignedIn) = (circumstances.subject, circumstances.origin, circumstances.isSignedIn)
    return switch self {
    case .registration: Entry(Registration.self, .init())
    case .passkeyOnly: Entry(PasskeyOnly.self, .init())
    case .passkeyOrPassword: Entry(PasskeyOrPassword.self, .init())
    case .autoFillPasskeyOnly: Entry(AutoFillPasskeyOnly.self, .init())
    case .immediatelyAvailable: Entry(ImmediatelyAvailable.self, .init())
    case .autoFillHybrid: Entry(AutoFillHybrid.self, .init())
    case .passwordSetting: Entry(PasswordSetting.self, .init())
    case .enrollment: Entry(Enrollment.self, .init(from: origin == Self.settings ? .settings : .chat))
    case .journal: Entry(Journal.self, .init())
    case .recoveryCode: Entry(RecoveryCode.self, .init())
    case .revocation: Entry(Revocation.self, .init(of: subject))
    case .renaming: Entry(Renaming.self, .init(of: subject ?? KeyID(rawValue: "")))
    case .keyTest: Entry(KeyTest.self, .init(of: subject ?? KeyID(rawValue: "")))
    case .lostKey: Entry(LostKey.self, .init())
    case .recovery: Entry(Recovery.self, .init())
    case .cardOnboarding: Entry(CardOnboarding.self, .init())
    case .cardLogin: Entry(CardLogin.self, .init())
    case .cardBackup: Entry(CardBackup.self, .init(signedIn: isSignedIn))
    case .cardMigration: Entry(CardMigration.self, .init(signedIn: isSignedIn))
    case .cardSigning: Entry(CardSigning.self, .init())
    case .cardPIN: Entry(CardChange.self, .init(of: .pin))
    case .cardPUK: Entry(CardChange.self, .init(of: .puk))
    case .cardPairing: Entry(CardChange.self, .init(of: .pairing))
    case .cardUnblock: Entry(CardUnblock.self, .init())
    case .cardReset: Entry(CardReset.self, .init())
    case .cardName: Entry(CardNaming.self, .init())
    case .cardStatus: Entry(CardStatus.self, .init())
    case .escrowRecovery: Entry(EscrowRecovery.self, .init(suggesting: circumstances.country))
    case .escrowStatus: Entry(EscrowStatus.self, .init())
    case .escrowSetUp: Entry(EscrowSetUp.self, .init(suggesting: circumstances.country))
    case .escrowFile: Entry(EscrowSetUp.self, .init(.file, suggesting: circumstances.country))
    }
  }

  /// The page from which keys are managed.
  static let settings = "/safety"

  /// The two ways into a run, with the flow's types put aside.
  private struct Entry {
    let lifetime: Lifetime
    let start: () -> any LiveRun
    let resume: (String) throws -> any LiveRun

    init<F: Flow>(_: F.Type, _ first: F.State) {
      lifetime = F.lifetime
      start = { LiveConversation<F>(first) }
      resume = { try LiveConversation<F>(decoding: $0) }
    }
  }
}
