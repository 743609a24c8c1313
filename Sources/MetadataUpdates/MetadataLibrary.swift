import Foundation
import Model
import Model
import RelyingParty
import Sentences

/// Keeps metadata in the data folder, and verifies them whenever they are read. Nothing here accesses the network on
/// its own.
public struct MetadataLibrary: Sendable {
  public let settings: MetadataSettings

  public init(settings: MetadataSettings) { self.settings = settings }

  /// Returns the trusted signers: the configured root, or the FIDO Alliance's root from those that the system trusts.
  /// That root issues certificates to everybody, so below it the signer's name counts too.
  public func trust() throws -> MetadataTrust {
    let certificates = try settings.root.map(CertificateFile.certificates) ?? [CertificateFile.publicRoot()]
    let anchors = certificates.compactMap(TrustAnchor.init(der:))
    guard !anchors.isEmpty, anchors.count == certificates.count else {
      throw ConfigurationProblem("\(settings.root ?? MetadataTrust.publicRoot) holds something else than certificates.")
    }
    let isPublic = certificates.contains(where: MetadataTrust.isPublicRoot)
    return MetadataTrust(roots: anchors, signer: settings.signer ?? (isPublic ? MetadataTrust.publicSigner : nil))
  }

  /// Returns the BLOB kept by the last update, or `nil` if there was no update.
  public func kept() throws -> MetadataCache? {
    guard let data = FileManager.default.contents(atPath: settings.kept) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: settings.kept)
    let fetched = attributes[.modificationDate] as? Date ?? .distantPast
    do { return try MetadataCache(kept: Array(data), fetchedAt: fetched.unixTime) } catch {
      throw ConfigurationProblem(
        "\(settings.kept) is no metadata any more. Delete it, and run latchstring metadata update.")
    }
  }

  /// Returns the metadata to use, freshly verified, or `nil` if there are none. They may be stale, because old metadata
  /// are better than none.
  public func load(at now: Date) throws -> MetadataBLOB? {
    guard let bytes = try settings.file.map(Self.contents) ?? kept()?.bytes else { return nil }
    var trust = try trust()
    trust.acceptsStale = true
    do { return try MetadataBLOB(bytes, trust: trust, at: now.unixTime) } catch {
      let problem: Sentence = "\(settings.file ?? settings.kept) cannot be used. \(error.code.words)"
      guard error.code == .untrustedChain else { throw ConfigurationProblem(problem) }
      throw ConfigurationProblem("\(problem) Name the root with --root, or with the setting metadata.root.")
    }
  }

  /// Verifies a BLOB and keeps it, unless a newer BLOB has already been kept.
  /// - Parameter floor: The serial number of the newest BLOB that another server of the site has kept.
  public func take(
    _ bytes: [UInt8], from source: String, at now: Date, notBehind floor: Int64? = nil
  ) throws -> MetadataBLOB {
    var trust = try trust()
    trust.acceptsStale = true
    trust.heldNumber = [try kept()?.number, floor].compactMap(\.self).max()
    let blob: MetadataBLOB
    do { blob = try MetadataBLOB(bytes, trust: trust, at: now.unixTime) } catch {
      throw ConfigurationProblem("\(source) cannot be used. \(error.code.words)")
    }
    try keep(bytes)
    return blob
  }

  private func keep(_ bytes: [UInt8]) throws {
    let files = FileManager.default, fresh = settings.kept + ".new"
    try? files.createDirectory(
      atPath: settings.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? files.removeItem(atPath: fresh)
    guard files.createFile(atPath: fresh, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
      rename(fresh, settings.kept) == 0
    else {
      throw ConfigurationProblem("\(settings.kept) cannot be written.")
    }
  }

  private static func contents(of path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigurationProblem("\(path) cannot be read.")
    }
    return Array(data.last == UInt8(ascii: "\n") ? data.dropLast() : data)
  }
}

extension Date {
  /// The time in whole seconds.
  var unixTime: UnixTime { UnixTime(seconds: Int64(timeIntervalSince1970.rounded(.down))) }
}

extension UnixTime {
  /// The day in UTC, like `2026-01-31`.
  var day: String { Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601.year().month().day()) }
}
