import AccountService
import AuditLog
import Encoding
import Foundation
import HandsTools
import Model
import Sentences

/// The file with the key that signs the audit log's checkpoints. It is not in the database, so that whoever can write
/// there cannot sign.
struct AuditKey {
  let path: String
  let rpID: String
  /// The site's folder.
  private let data: String
  /// `true` if several servers share the log, and therefore the key.
  let isShared: Bool

  private static let keptName = "audit_key"
  private var name: String { "\(rpID)/audit" }

  init(at path: String, of rpID: String, in data: String, _ place: StorePlace) {
    self.path = path; self.rpID = rpID; self.data = data
    if case .server = place { isShared = true } else { isShared = false }
  }
  /// The key that the settings name.
  init(_ read: StrictSettings, of rpID: String) throws {
    self.init(at: try Self.path(read), of: rpID, in: try Settings.data(read), try StorePlace(read))
  }

  /// Returns where the settings say that the key is.
  static func path(_ read: StrictSettings) throws -> String {
    try read.text("audit.key.file") ?? Settings.data(read) + "/audit.key"
  }

  /// Reads the key, or makes it at the first start.
  ///
  /// - Throws: `ConfigurationProblem` if the file cannot be used, or if other servers of the site sign with another key.
  /// - Returns: The key, and whether it is another one than the log's earlier checkpoints were signed with.
  func signer(in store: any Store) async throws -> (CheckpointSigner, isChanged: Bool) {
    // As long as it had no accounts, the site may have had another name.
    let kept = try await Self.key(in: store).flatMap { $0.name == name ? $0 : nil }, owner = owner
    var found = try read()
    if let key = found?.key, key.name != name {
      guard !isShared else { throw other }
      try moveAway()
      found = nil
    }
    if found == nil, kept != nil, isShared { throw missing }
    let signer = try found ?? make(for: owner)
    guard kept != signer.key else { return (signer, false) }
    guard kept == nil || !isShared else { throw other }
    // Whoever can write to the database can name a key of their own there: unless it was this site's, it is not believed.
    let old = found == nil ? kept : former.first { $0 == kept }
    guard try await keep(signer, after: old, in: store, isFirst: kept == nil && isShared) else { throw other }
    return (signer, kept != nil)
  }

  /// Makes another key in place of the one that is there, and has the site use it.
  func replace(in store: any Store) async throws -> CheckpointKey {
    let isThere = FileLook(at: path) != .missing, before = try? read()?.key, owner = owner
    let old = isThere ? before : try await Self.key(in: store)
    let moved = isThere ? try moveAway() : nil
    let signer: CheckpointSigner
    do { signer = try make(for: owner) } catch {
      // The key that was there is better than none, and one that is there by now is another server's.
      if let moved, Foundation.link(moved, path) == 0 { unlink(moved) }
      throw error
    }
    _ = try await keep(signer, after: old, in: store)
    return signer.key
  }

  /// Whom a key that root makes belongs to, so that the service can read it: to whom the site's folder belongs, or else the
  /// key that is there, or its folder.
  private var owner: FileOwner? {
    FileOwner.forRoot(of: [data, path, URL(filePath: path).deletingLastPathComponent().path])
  }

  /// - Parameters:
  ///   - old: The key from before, if it was this site's. Where it let the log begin, the new one does too.
  ///   - isFirst: `true` if another server that starts at the same time may be before this one.
  /// - Returns: `false` if it was.
  private func keep(
    _ signer: CheckpointSigner, after old: CheckpointKey?, in store: any Store, isFirst: Bool = false
  ) async throws -> Bool {
    let bytes = Array(signer.key.text.utf8)
    return try await store.write { records in
      let kept = try records.installationValue(Self.keptName)
      if isFirst, let kept { return kept == bytes }
      try records.replaceInstallationValue(Self.keptName, with: bytes)
      if let old, let beginning = try records.auditBeginning(), let signed = try signer.sign(beginning, of: old) {
        try records.trimAudit(to: signed)
      }
      return true
    }
  }
  /// The keys that were moved away from here.
  private var former: [CheckpointKey] { formerFiles.compactMap { try? Self.read($0)?.key } }
  /// Their files. Their keys still tell where the log begins.
  var formerFiles: [String] { Array(places.prefix { FileLook(at: $0) != .missing }) }
  /// Where keys are moved to, one after the other.
  private var places: some Sequence<String> {
    (1...).lazy.map { number in path + ".old" + (number == 1 ? "" : "-\(number)") }
  }
  /// - Returns: Where the key is now.
  @discardableResult
  private func moveAway() throws -> String {
    guard let place = places.first(where: { FileLook(at: $0) == .missing }), rename(path, place) == 0 else {
      throw ConfigurationProblem("\(path) cannot be moved away.")
    }
    return place
  }

  /// Returns the key with which the site's checkpoints are signed; `nil` before the first start.
  static func key(in store: any Store) async throws -> CheckpointKey? {
    try await store.read { try $0.installationValue(keptName) }.flatMap(key(from:))
  }
  private static func key(from bytes: [UInt8]) -> CheckpointKey? {
    CheckpointKey(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the key in the file, if this user can read it, for whoever judges the log: whoever can write to the database
  /// can name another key there.
  /// - Throws: `ConfigurationProblem` if the database does name another.
  static func own(_ read: StrictSettings, in store: any Store) async throws -> CheckpointKey? {
    try await AuditKey(read, of: "").own(in: store)
  }
  /// As above, with the file that the settings named.
  func own(in store: any Store) async throws -> CheckpointKey? {
    guard let key = try? read()?.key else { return nil }
    guard try await Self.key(in: store) == key else { throw other }
    return key
  }

  /// Returns the key in the file, for whoever needs the one that the site has.
  /// - Throws: `ConfigurationProblem` if it is not there, or another one.
  func existing(in store: any Store) async throws -> CheckpointSigner {
    guard let signer = try read() else {
      throw ConfigurationProblem(
        """
        \(path) is missing: the key that signs the audit log's checkpoints. This command needs it, on a server and as the \
        user of its service.
        """, code: "auditKey")
    }
    guard try await Self.key(in: store) == signer.key else { throw other }
    return signer
  }

  private func read() throws -> CheckpointSigner? { try Self.read(path) }
  private static func read(_ path: String) throws -> CheckpointSigner? {
    let look = FileLook(at: path)
    if look == .missing { return nil }
    if let sentence = look.sentence(path, "file with the audit log's key ") { throw ConfigurationProblem(sentence) }
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    guard let signer = CheckpointSigner(secretText: text.trimmingCharacters(in: .newlines)) else {
      throw ConfigurationProblem("\(path) is not a key of an audit log. Put it back from a copy, or move it away.")
    }
    return signer
  }
  /// Draws a key, and keeps it nowhere.
  func draw() throws -> CheckpointSigner {
    guard let signer = CheckpointSigner(name: name, seed: ServerEnvironment.live.randomBytes(32)) else {
      throw ConfigurationProblem("\(rpID) cannot be the name of an audit log's key.")
    }
    return signer
  }
  private func make(for owner: FileOwner?) throws -> CheckpointSigner {
    let signer = try draw()
    try NewFile.write(Secret(Array((signer.secretText + "\n").utf8)), to: path, owner: owner)
    return signer
  }

  private var missing: ConfigurationProblem {
    ConfigurationProblem(
      """
      \(path) is missing: the key that signs the audit log's checkpoints. All servers of a site have the same one. \
      Copy it from another server. If none has it any more, make a new one: latchstring audit key --new, \
      with the server's --config
      """, code: "auditKey")
  }
  private var other: ConfigurationProblem {
    ConfigurationProblem(
      """
      \(path) is not the key with which this site signs the audit log's checkpoints. All servers of a site have the \
      same one. Copy it from another server, or make a new one: latchstring audit key --new, \
      with the server's --config
      """, code: "auditKey")
  }
}
