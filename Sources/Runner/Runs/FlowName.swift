import Flows
import FlowKit

/// The flows that can be started from a page, by the names that stand in addresses.
public enum FlowName: String, CaseIterable, Sendable {
  case registration
  case passkeyOnly = "passkey-only"
  case passkeyOrPassword = "passkey-or-password"
  case autoFillPasskeyOnly = "autofill-passkey-only"
  case immediatelyAvailable = "immediately-available"
  case autoFillHybrid = "autofill-hybrid"
  case passwordSetting = "password"

  /// Whether it changes an account that is signed in already.
  public var needsAccount: Bool { self == .passwordSetting }

  func start() -> any LiveRun { entry.start() }
  func resume(_ text: String) throws -> any LiveRun { try entry.resume(text) }

  private var entry: Entry {
    switch self {
    case .registration: Entry(Registration.self, .init())
    case .passkeyOnly: Entry(PasskeyOnly.self, .init())
    case .passkeyOrPassword: Entry(PasskeyOrPassword.self, .init())
    case .autoFillPasskeyOnly: Entry(AutoFillPasskeyOnly.self, .init())
    case .immediatelyAvailable: Entry(ImmediatelyAvailable.self, .init())
    case .autoFillHybrid: Entry(AutoFillHybrid.self, .init())
    case .passwordSetting: Entry(PasswordSetting.self, .init())
    }
  }

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
