import Escrow

/// A file or a text that is to be backed up, which is no account's.
struct NotedFile: Codable, Sendable {
  /// What its owner reads at recovery, and as what it is given back.
  var name: String?, filename: String?
  var mime: String
  var contents: FiledSecret

  init(_ core: CoreSecret, named name: String?) {
    (self.name, filename, mime, contents) = (name ?? core.filename, core.filename, core.mime, FiledSecret(core.value))
  }

  var coreSecret: CoreSecret { CoreSecret(contents.secret, mime: mime, filename: filename) }
}
