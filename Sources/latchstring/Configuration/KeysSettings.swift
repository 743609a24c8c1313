import Authenticator
import Foundation
import Model
import PasskeyHands

extension KeysSettings {
  init(_ read: StrictSettings) throws {
    let zero = AuthenticatorSettings().aaguid
    self.init(
      data: try Settings.data(read), store: try read.choice("keys.store", KeysLocation.Store.self),
      tcti: try read.text("keys.tcti"),
      presence: try read.choice("keys.presence", Presence.self) ?? .ask,
      profile: try read.choice("keys.profile", ProfileChoice.self)?.profile ?? .honest,
      attestation: try read.choice("keys.attestation", AttestationChoice.self)?.kind ?? .packedSelf,
      aaguid: try read.text("keys.aaguid").map { text in
        guard let uuid = UUID(uuidString: text) else {
          throw ConfigurationProblem("keys.aaguid is “\(text)”; it is like 01020304-0506-0708-090a-0b0c0d0e0f10.")
        }
        return uuid
      } ?? zero)
  }

  private enum ProfileChoice: String, CaseIterable {
    case honest
    case ios = "ios-compatible"
    var profile: FlagProfile { self == .honest ? .honest : .iosCompatible }
  }
  private enum AttestationChoice: String, CaseIterable {
    case none
    case own = "self"
    case tpm
    var kind: AttestationKind {
      switch self {
      case .none: .none
      case .own: .packedSelf
      case .tpm: .tpm
      }
    }
  }
}
