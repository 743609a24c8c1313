import Flows
import FlowKit
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
  case lostKey = "lost-key"
  case recovery

  /// Whether it changes an account that is signed in already.
  public var needsAccount: Bool {
    switch self {
    case .passwordSetting, .enrollment, .journal, .recoveryCode, .revocation, .renaming: true
    case .registration, .passkeyOnly, .passkeyOrPassword, .autoFillPasskeyOnly, .immediatelyAvailable, .autoFillHybrid, .lostKey, .recovery: false
    }
  }
  /// Whether it is about one key, which must be named.
  public var needsSubject: Bool { self == .renaming }

  func start(about subject: KeyID?, from origin: String) -> any LiveRun { entry(subject, origin).start() }
  func resume(_ text: String) throws -> any LiveRun { try entry(nil, "").resume(text) }

  private func entry(_ subject: KeyID?, _ origin: String) -> Entry {
    switch self {
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
    case .lostKey: Entry(LostKey.self, .init())
    case .recovery: Entry(Recovery.self, .init())
    }
  }

  /// The page from which keys are managed.
  static let settings = "/safety"

  /// The two ways into a run, with the flow's types put aside.
  private struct Entry {
    let start: () -> any LiveRun
    let resume: (String) throws -> any LiveRun

    init<F: Flow>(_: F.Type, _ first: F.State) {
      start = { LiveConversation<F>(first) }
      resume = { try LiveConversation<F>(decoding: $0) }
    }
  }
}
