import HandsTools

/// What belongs to this computer's passkeys, in the data folder and for its owner alone.
package struct KeysFolder {
  package let path: String

  package init(in data: String) { path = data + "/keys" }

  /// - Throws: `KeysProblem` where it cannot be made.
  package func make() throws {
    do { try OwnerFolder.make(path) } catch {
      throw KeysProblem("No folder for passkeys can be made at \(path).")
    }
  }

  package var place: String { path + "/place.json" }
  /// The key store's own folder.
  package var store: String { path + "/store" }
  /// What the authenticator remembers, sealed.
  package var shelf: String { path + "/shelf" }
  /// The browser's extension, copied here so that it stays when the program is moved.
  package var `extension`: String { path + "/extension" }
  /// Folders of browsers that were named to `install-browser`.
  package var browsers: String { path + "/browsers.json" }
  /// What a browser starts.
  package var host: String { path + "/host" }
}

/// Why the place of this computer's passkeys cannot be used: the one sentence with which a command ends.
package struct KeysProblem: Error {
  package var sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
