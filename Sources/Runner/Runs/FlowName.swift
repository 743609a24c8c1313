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

  func start() -> any LiveRun {
    switch self {
    case .registration: LiveConversation<Registration>(.init())
    case .passkeyOnly: LiveConversation<PasskeyOnly>(.init())
    case .passkeyOrPassword: LiveConversation<PasskeyOrPassword>(.init())
    case .autoFillPasskeyOnly: LiveConversation<AutoFillPasskeyOnly>(.init())
    case .immediatelyAvailable: LiveConversation<ImmediatelyAvailable>(.init())
    case .autoFillHybrid: LiveConversation<AutoFillHybrid>(.init())
    case .passwordSetting: LiveConversation<PasswordSetting>(.init())
    }
  }

  func resume(_ text: String) throws -> any LiveRun {
    switch self {
    case .registration: try LiveConversation<Registration>(decoding: text)
    case .passkeyOnly: try LiveConversation<PasskeyOnly>(decoding: text)
    case .passkeyOrPassword: try LiveConversation<PasskeyOrPassword>(decoding: text)
    case .autoFillPasskeyOnly: try LiveConversation<AutoFillPasskeyOnly>(decoding: text)
    case .immediatelyAvailable: try LiveConversation<ImmediatelyAvailable>(decoding: text)
    case .autoFillHybrid: try LiveConversation<AutoFillHybrid>(decoding: text)
    case .passwordSetting: try LiveConversation<PasswordSetting>(decoding: text)
    }
  }
}
