import Authenticator
import Foundation

/// What can be set about this computer's passkeys. docs/CONFIGURATION.md lists the keys.
package struct KeysSettings: Sendable {
  package enum Presence: String, CaseIterable, Sendable { case ask, always }

  package var data: String
  /// `nil` where it is not said.
  package var store: KeysPlace.Store?
  package var tcti: String?
  package var presence: Presence
  package var profile: FlagProfile
  package var attestation: AttestationKind
  package var aaguid: UUID

  package init(
    data: String, store: KeysPlace.Store?, tcti: String?, presence: Presence, profile: FlagProfile, attestation: AttestationKind, aaguid: UUID
  ) {
    self.data = data; self.store = store; self.tcti = tcti; self.presence = presence
    self.profile = profile; self.attestation = attestation; self.aaguid = aaguid
  }

  /// - Parameter transports: How the authenticator says that it is reached.
  func authenticator(isPlatform: Bool, transports: [String]) -> AuthenticatorSettings {
    var settings = AuthenticatorSettings()
    (settings.profile, settings.attestation, settings.aaguid) = (profile, attestation, aaguid)
    (settings.isPlatform, settings.transports) = (isPlatform, transports)
    return settings
  }
}
