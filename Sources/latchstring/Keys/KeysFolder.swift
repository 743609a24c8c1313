import HandsTools
import LocalHands
import Model

/// What belongs to this computer's passkeys, in the data folder and for its owner alone.
struct KeysFolder {
  let path: String

  init(in data: String) { path = data + "/keys" }

  /// - Throws: `ConfigurationProblem` where it cannot be made.
  func make() throws {
    do { try OwnerFolder.make(path) } catch {
      throw ConfigurationProblem("No folder for passkeys can be made at \(path).")
    }
  }

  var place: String { path + "/place.json" }
  /// The key store's own folder.
  var store: String { path + "/store" }
  /// What the authenticator remembers, sealed.
  var shelf: String { path + "/shelf" }
  /// The browser's extension, copied here so that it stays when the program is moved.
  var `extension`: String { path + "/extension" }
  /// Folders of browsers that were named to `install-browser`.
  var browsers: String { path + "/browsers.json" }
  /// What a browser starts.
  var host: String { path + "/host" }
}
