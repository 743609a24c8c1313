import Foundation
import Logging
import Model
import RelyingParty
import CeremonyService
import TestMetadata
import TestPostgreSQL
import TestSite
import Testing

@testable import MetadataUpdates

/// Tests how a starting and a running server use the stored metadata.
@Suite struct MetadataUpdatesTests {
  private func library(_ folder: MetadataFolder, file: String? = nil, root: String? = "root.pem") throws
    -> MetadataLibrary
  {
    MetadataLibrary(
      settings: MetadataSettings(
        data: folder.path + "/data", file: file.map { "\(folder.path)/\($0)" },
        root: root.map { "\(folder.path)/\($0)" }))
  }

  @Test(
    "What is wrong with a BLOB is said in the words that RelyingParty has for it",
    arguments: MetadataErrorCode.allCases)
  func words(of code: MetadataErrorCode) { #expect(code.words.english == code.sentence) }

  @Test("the public root is found by name among the system's certificates; its absence is reported")
  func publicRoot() async throws {
    try await MetadataFolder.with { folder in
      let bundle = folder.path + "/root.pem",
        problem = "The certificate \(MetadataTrust.publicRoot) is not among those that this system trusts."
      do {
        _ = try CertificateFile.publicRoot(in: [folder.path + "/nothing", bundle])
        Issue.record("found a root that is not there")
      } catch let found as ConfigurationProblem { #expect(found.description.hasPrefix(problem)) }
      #expect(try CertificateFile.certificates(in: bundle) == [folder.signer.certificate])
      try Data(folder.signer.certificate).write(to: folder.url.appending(path: "root.der"))
      #expect(try CertificateFile.certificates(in: folder.path + "/root.der") == [folder.signer.certificate])
      try Data("nothing".utf8).write(to: folder.url.appending(path: "root.txt"))
      #expect(throws: ConfigurationProblem.self) { try library(folder, root: "root.txt").trust() }
      #expect(try library(folder).trust().signer == nil)
    }
  }

  @Test("a start uses stored metadata or the named file, and continues if neither is usable") func start()
    async throws
  {
    try await MetadataFolder.with { folder in
      let log = TestLog(), now = Date()
      let logger = Logger(label: "test") { _ in log }
      #expect(CurrentMetadata.filled(from: try library(folder), at: now, logger).blob == nil && log.lines.isEmpty)
      #expect(CurrentMetadata.filled(from: try library(folder, file: "blob.jwt"), at: now, logger).blob?.number == 7)
      _ = try library(folder).take(try await MetadataSource.read(folder.path + "/blob.jwt"), from: "blob", at: now)
      let shelf = CurrentMetadata.filled(from: try library(folder), at: now, logger)
      #expect(shelf.entry(MetadataFolder.aaguid)?.statement != nil && shelf.entry([1]) == nil)
      try Data("broken".utf8).write(to: folder.url.appending(path: "data/metadata.jwt"))
      #expect(CurrentMetadata.filled(from: try library(folder), at: now, logger).blob == nil)
      #expect(CurrentMetadata.filled(from: try library(folder, file: "nothing"), at: now, logger).blob == nil)
      #expect(log.lines.filter { $0.contains("No metadata are in use.") }.count == 2)
    }
  }

  @Test("a running server fetches a newer BLOB when due, and keeps the old one if that fails") func updater()
    async throws
  {
    try await MetadataFolder.with { folder in
      try folder.write("7", nextUpdate: "2020-01-01")
      let library = try library(folder), shelf = CurrentMetadata(), now = Date()
      let updater = MetadataUpdater(
        library: library, shelf: shelf, store: try DatabaseKind.current.makeStore(),
        logger: Logger(label: "test") { _ in TestLog() }, source: folder.path + "/blob.jwt")
      await updater.updateIfDue(at: now)
      #expect(shelf.blob?.number == 7, "nothing was kept: it is due")
      try folder.write("8")
      await updater.updateIfDue(at: now)
      #expect(shelf.blob?.number == 7, "not twice within a day")
      await updater.updateIfDue(at: now.addingTimeInterval(2 * 86400))
      let kept = try library.kept()
      #expect(shelf.blob?.number == 8 && kept?.number == 8)
      try folder.write("9")
      await updater.updateIfDue(at: now.addingTimeInterval(4 * 86400))
      #expect(shelf.blob?.number == 8, "its next update is far away")
    }
  }

  @Test("no server takes metadata older than what another has used, and one that has older ones fetches at once")
  func severalServers() async throws {
    try await MetadataFolder.with { folder in
      let store = try DatabaseKind.current.makeStore(), now = Date(), log = TestLog()
      func server(_ name: String) throws -> (updater: MetadataUpdater, shelf: CurrentMetadata) {
        let shelf = CurrentMetadata()
        let settings = MetadataSettings(data: "\(folder.path)/\(name)", root: folder.path + "/root.pem")
        let updater = MetadataUpdater(
          library: MetadataLibrary(settings: settings), shelf: shelf, store: store,
          logger: Logger(label: "test") { _ in log }, source: folder.path + "/blob.jwt")
        return (updater, shelf)
      }
      let one = try server("one"), other = try server("other")
      try folder.write("8")
      await other.updater.updateIfDue(at: now)
      #expect(other.shelf.blob?.number == 8)
      try folder.write("9")
      await one.updater.updateIfDue(at: now)
      try folder.write("8")
      await other.updater.updateIfDue(at: now)
      #expect(log.lines.contains { $0.contains(MetadataErrorCode.rolledBack.words.english) })
      try folder.write("10")
      await other.updater.updateIfDue(at: now)
      #expect(one.shelf.blob?.number == 9 && other.shelf.blob?.number == 10, "it was not due, but is behind")
    }
  }
}
