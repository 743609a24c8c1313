import Authenticator
import Foundation
import Model
import TPMKeys

/// The environment of a command about this computer's passkeys: the store, the authenticator that uses it, and the
/// queue of the authenticator's clients.
package struct KeysEnvironment {
  package let place: KeysLocation
  package let folder: KeysFolder
  package let queue: AuthenticatorQueue
  package var own: OwnPasskeys { OwnPasskeys(queue) }
  package let tpm: TPMKeyStore?
  /// `true` if the keys can never leave this computer.
  package let isDeviceBound: Bool

  /// - Parameter person: The person who is asked. Commands that ask the person themselves pass nobody.
  package init(
    _ settings: KeysSettings, person: any Person = AlwaysPresent(), isPlatform: Bool = false,
    transports: [String] = ["usb"]
  ) throws {
    folder = KeysFolder(in: settings.data)
    let remembered = try KeysLocation.remembered(in: folder)
    place = try KeysLocation.choose(settings, remembered: remembered)
    try folder.make()
    let store: any KeyStore
    let storage: FileStorage
    do {
      if let device = place.tcti {
        let keys = TPMKeyStore(folder: folder.store, device: device)
        (store, tpm) = (keys, keys)
      } else {
        (store, tpm) = (try FileKeyStore(path: folder.store), nil)
      }
      storage = try FileStorage(path: folder.shelf)
    } catch {
      throw ConfigurationProblem(
        "\(folder.path) cannot be used: it has to be a folder of yours, on a disk that takes files.")
    }
    isDeviceBound = store.isDeviceBound
    if remembered == nil { try place.remember(in: folder) }
    let decided = folder.place
    queue = AuthenticatorQueue(
      Authenticator(
        keys: store, storage: storage, person: person,
        settings: settings.authenticator(isPlatform: isPlatform, transports: transports)),
      isOpen: { access(decided, F_OK) == 0 })
  }

  /// Records the place that was named for this command as the passkeys' place from now on, because the passkeys were
  /// started anew there.
  package func settle() throws { try place.remember(in: folder) }

  /// Removes what a reset left behind in the TPM, the folder, and the registrations with browsers.
  package func discard() async throws {
    do { try await tpm?.discard() } catch { throw PasskeyProblem(.unavailable) }
    // This informs programs that have the passkeys open that the passkeys are gone.
    try? FileManager.default.removeItem(atPath: folder.place)
    for browser in InstalledBrowser.all(named: folder) { BrowserInstallation(folder: folder).remove(from: browser) }
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  /// Returns the environment of a read-only command, or `nil` if no passkey was ever created here.
  package static func toLook(
    _ settings: KeysSettings, person: any Person = AlwaysPresent()
  ) throws -> KeysEnvironment? {
    guard try KeysLocation.remembered(in: KeysFolder(in: settings.data)) != nil else { return nil }
    return try KeysEnvironment(settings, person: person)
  }
  /// Returns the environment of a program that uses the passkeys on this computer itself, as a browser does; `nil` if
  /// no passkey was ever created here.
  package static func toUse(_ settings: KeysSettings, person: any Person) throws -> KeysEnvironment? {
    guard try KeysLocation.remembered(in: KeysFolder(in: settings.data)) != nil else { return nil }
    return try KeysEnvironment(settings, person: person, isPlatform: true, transports: ["internal"])
  }
}

extension PasskeyOperations {
  /// Returns the operations on the passkeys in the data folder. Each order looks for the passkeys anew, because they
  /// may be created at any time.
  package static func ofThisComputer(_ settings: KeysSettings) -> PasskeyOperations {
    PasskeyOperations {
      guard let room = try KeysEnvironment.toLook(settings, person: KeysPerson.behindBrowser()) else { return nil }
      return (room.own, room.isDeviceBound)
    }
  }
}

/// The settings of this computer's passkeys. docs/CONFIGURATION.md lists the keys.
package struct KeysSettings: Sendable {
  package enum Presence: String, CaseIterable, Sendable { case ask, always }

  package var data: String
  /// The configured store; `nil` if not specified.
  package var store: KeysLocation.Store?
  package var tcti: String?
  package var presence: Presence
  package var profile: FlagProfile
  package var attestation: AttestationKind
  package var aaguid: UUID

  package init(
    data: String, store: KeysLocation.Store?, tcti: String?, presence: Presence, profile: FlagProfile,
    attestation: AttestationKind, aaguid: UUID
  ) {
    self.data = data; self.store = store; self.tcti = tcti; self.presence = presence
    self.profile = profile; self.attestation = attestation; self.aaguid = aaguid
  }

  /// - Parameter transports: The transports that the authenticator reports.
  func authenticator(isPlatform: Bool, transports: [String]) -> AuthenticatorSettings {
    var settings = AuthenticatorSettings()
    (settings.profile, settings.attestation, settings.aaguid) = (profile, attestation, aaguid)
    (settings.isPlatform, settings.transports) = (isPlatform, transports)
    return settings
  }
}
