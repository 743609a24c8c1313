import Foundation
import HandsTools
import Model
import Sentences
import TPMKeys

/// The place where the keys of this computer's passkeys are stored. It is chosen once, when the first passkey is
/// created, and recorded, because when a browser starts the program, nobody is there to ask.
package struct KeysLocation: Codable, Hashable {
  package enum Store: String, Codable, CaseIterable { case tpm, file }
  package static let ordinaryDevice = "device:/dev/tpmrm0"
  /// The warning that is shown whenever a file is chosen.
  package static let fileWarning: Sentence =
    """
    These keys are not device-bound: they lie in a file, and whoever copies your data folder has them. A PIN slows \
    that down, and no more.
    """

  package var store: Store
  /// The TPM, as tpm2-tss names it; `nil` if the store is a file.
  package var tcti: String?

  /// Returns the place that was chosen for this folder, or `nil` if no place was chosen.
  ///
  /// - Throws: `ConfigurationProblem` if the file does not describe a place, or if its existence cannot be determined.
  package static func remembered(in folder: KeysFolder) throws -> KeysLocation? {
    let written: Data
    do { written = try Data(contentsOf: URL(filePath: folder.place)) } catch {
      if access(folder.place, F_OK) != 0, errno == ENOENT { return nil }
      throw ConfigurationProblem(
        """
        \(folder.path) cannot be read, so nobody can say whether there are passkeys in it. It has to be a folder of \
        yours.
        """
      )
    }
    guard let place = try? JSONDecoder().decode(KeysLocation.self, from: written) else {
      throw ConfigurationProblem("\(folder.place) does not say any more where the keys are. Put it back from a copy.")
    }
    return place
  }

  package func remember(in folder: KeysFolder) throws {
    do { try OwnerFile.write(self, at: folder.place) } catch { throw ConfigurationProblem(error.reason) }
  }

  /// Returns the sentence on how to create the first passkeys. Without a TPM the command fails unless it is told that a
  /// file is acceptable.
  package static func beginning(_ settings: KeysSettings, hasTPM: Bool) -> Sentence {
    let isFile = settings.store == .file || (settings.store == nil && !hasTPM)
    return isFile
      ? "Keys can lie in a file. \(fileWarning) Begin with: latchstring keys pin --store file"
      : "Begin with: latchstring keys pin"
  }

  /// Chooses what the settings request, as far as earlier choices allow. The default is a TPM.
  package static func choose(_ settings: KeysSettings, remembered: KeysLocation?) throws -> KeysLocation {
    if let remembered {
      guard settings.store ?? remembered.store == remembered.store else {
        throw ConfigurationProblem(
          """
          The passkeys of this data folder are kept in a \(remembered.store.rawValue) store, and stay there. For \
          others, name another folder with --data; “latchstring keys reset --discard” frees this one.
          """)
      }
      return KeysLocation(
        store: remembered.store, tcti: remembered.store == .tpm ? settings.tcti ?? remembered.tcti : nil)
    }
    if settings.store == .file { return KeysLocation(store: .file) }
    let device = settings.tcti ?? ordinaryDevice
    if settings.store == nil, let obstacle = TPMSituation(device: device).obstacle {
      throw ConfigurationProblem(
        "\(obstacle.sentence) Without a TPM, keys can lie in a file: --store file. \(fileWarning)")
    }
    return KeysLocation(store: .tpm, tcti: device)
  }
}

/// The files of this computer's passkeys, which are in the data folder and accessible to its owner only.
package struct KeysFolder {
  package let path: String

  package init(in data: String) { path = data + "/keys" }

  /// - Throws: `ConfigurationProblem` if the folder cannot be created.
  package func make() throws {
    do { try OwnerFolder.make(path) } catch {
      throw ConfigurationProblem("No folder for passkeys can be made at \(path).")
    }
  }

  package var place: String { path + "/place.json" }
  /// The key store's own folder.
  package var store: String { path + "/store" }
  /// The authenticator's memory, sealed.
  package var shelf: String { path + "/shelf" }
  /// The browser's extension, copied here so that it remains available if the program is moved.
  package var `extension`: String { path + "/extension" }
  /// Folders of browsers that were named to `install-browser`.
  package var browsers: String { path + "/browsers.json" }
  /// The program that a browser starts.
  package var host: String { path + "/host" }
}
