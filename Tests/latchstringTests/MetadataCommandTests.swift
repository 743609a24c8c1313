import CeremonyService
import Foundation
import Logging
import RelyingParty
import TestMetadata
import TestSite
import Testing

@testable import latchstring

/// `latchstring metadata`, as a person calls it, and what a start makes of what is kept.
@Suite struct MetadataCommandTests {
  private let signer: SignedMetadata
  private let aaguid = [UInt8](1...16), text = "01020304-0506-0708-090a-0b0c0d0e0f10"

  init() throws { signer = try SignedMetadata() }

  /// A folder for the data, and beside it the root and a BLOB.
  private func withFolder(_ body: (_ folder: URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(signer.pem.utf8).write(to: folder.appending(path: "root.pem"))
    try write("7", in: folder)
    try await body(folder)
  }
  private func write(_ number: String, nextUpdate: String = "2099-01-31", as name: String = "blob.jwt", in folder: URL) throws {
    var payload = MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid(aaguid), name: "Model\\u001b[31m One")])
    payload.number = number
    payload.nextUpdate = "\"\(nextUpdate)\""
    try Data(try signer.token(payload.json) + [0x0a]).write(to: folder.appending(path: name))
  }
  private func run(_ command: String, in folder: URL, _ more: String...) async throws -> (status: Int32, output: String, errors: String) {
    try await run(command, in: folder, more)
  }
  private func run(_ command: String, in folder: URL, _ more: [String]) async throws -> (status: Int32, output: String, errors: String) {
    let result = try await Program.run(
      ["metadata", command, "--data", folder.path + "/data", "--root", folder.path + "/root.pem"] + more)
    return (result.status, result.output.replacing(folder.path, with: "F"), result.errors.replacing(folder.path, with: "F"))
  }
  private func desk(_ folder: URL, file: String? = nil, root: String? = "root.pem") throws -> MetadataDesk {
    MetadataDesk(
      settings: MetadataSettings(
        data: folder.path + "/data", file: file.map { "\(folder.path)/\($0)" }, root: root.map { "\(folder.path)/\($0)" }, isUpdated: false))
  }

  @Test("update verifies a file and keeps it for its owner alone; status and show tell of it") func update() async throws {
    try await withFolder { folder in
      let before = try await run("status", in: folder)
      #expect(before.status == 1 && before.errors == "latchstring: There are no metadata. latchstring metadata update fetches them.\n")
      let updated = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(updated.errors == "" && updated.status == 0)
      #expect(updated.output == "Metadata number 7, 1 model, next update on 2099-01-31.\nKept in F/data/metadata.jwt.\n")
      let kept = folder.path + "/data/metadata.jwt"
      #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data") == ["metadata.jwt"])
      let status = try await run("status", in: folder)
      #expect(status.status == 0 && status.output.contains("From F/data/metadata.jwt.\nFetched on ") && status.output.contains("not due"))
      #expect(status.output.hasSuffix("Refused, because revoked or compromised: 0.\n"))
      let shown = try await run("show", in: folder, text)
      #expect(shown.status == 0 && shown.output.hasPrefix("Model [31m One\nJudged: accepted\nCertification: FIDO_CERTIFIED_L1\n"))
      #expect(shown.output.contains("Reported: FIDO_CERTIFIED_L1 (2020-01-01)\n") && !shown.output.contains("\u{1b}"))
      let unknown = try await run("show", in: folder, "11111111-1111-1111-1111-111111111111")
      #expect(unknown.status == 1 && unknown.errors == "latchstring: The metadata know no model 11111111-1111-1111-1111-111111111111.\n")
      #expect(try await run("show", in: folder, "x").errors == "latchstring: “x” is no AAGUID: it has 32 hexadecimal digits.\n")
    }
  }

  @Test("what cannot be used is refused with a sentence, and what was kept stays") func refused() async throws {
    try await withFolder { folder in
      #expect(try await run("update", in: folder, "--from", folder.path + "/blob.jwt").status == 0)
      let kept = folder.appending(path: "data/metadata.jwt"), before = try Data(contentsOf: kept)
      try write("6", in: folder)
      let older = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(older.status == 1 && older.errors == "latchstring: F/blob.jwt cannot be used. \(MetadataErrorCode.rolledBack.sentence)\n")
      var payload = MetadataPayload()
      payload.number = "9"
      try Data(SignedMetadata().token(payload.json)).write(to: folder.appending(path: "foreign.jwt"))
      let foreign = try await run("update", in: folder, "--from", folder.path + "/foreign.jwt")
      #expect(foreign.status == 1 && foreign.errors == "latchstring: F/foreign.jwt cannot be used. \(MetadataErrorCode.untrustedChain.sentence)\n")
      #expect(try await run("update", in: folder, "--from", folder.path + "/nothing").errors == "latchstring: There is no file F/nothing.\n")
      let named = ["--from", folder.path + "/blob.jwt", "--signer"]
      let stranger = try await run("update", in: folder, named + ["mds.example.org"])
      #expect(stranger.status == 1 && stranger.errors == "latchstring: F/blob.jwt cannot be used. \(MetadataErrorCode.foreignSigner.sentence)\n")
      let plain = try await run("update", in: folder, "--from", "http://a.example/")
      #expect(plain.status == 1 && plain.errors == "latchstring: http://a.example/ is not an address that begins with https.\n")
      #expect(try Data(contentsOf: kept) == before)
      try write("8", nextUpdate: "2020-01-01", in: folder)
      let stale = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(stale.status == 0 && stale.output.contains("next update on 2020-01-01. That day has passed: a newer BLOB should be there."))
    }
  }

  @Test("an address answers with bytes, with a refusal, or not at all") func address() async throws {
    func problem(_ address: String) async -> String? {
      do { _ = try await MetadataSource.read(address) } catch let problem as ConfigurationProblem { return problem.description } catch {}
      return nil
    }
    try await withFolder { folder in
      try await withSite(change: { settings in
        settings.hosts.formUnion(settings.strayHosts)
        settings.strayHosts = []
      }) { site in
        let address = "http://127.0.0.1:\(site.port)"
        #expect(try await MetadataSource.read(address + "/healthz") == Array(#"{"status":"ok"}"#.utf8))
        #expect(await problem(address + "/nothing") == "\(address)/nothing answers 404.")
        let page = try await run("update", in: folder, "--from", address + "/healthz")
        let sentence = MetadataErrorCode.malformed.sentence
        #expect(page.status == 1 && page.errors == "latchstring: \(address)/healthz cannot be used. \(sentence)\n")
      }
    }
    let nobody = "http://127.0.0.1:\(try FreePort.find())/"
    let silence = "cannot be reached, or not securely. Look whether this computer is online and the address is right."
    #expect(await problem(nobody) == "\(nobody) \(silence)")
  }

  @Test("the public root is found by its name among the system's certificates, and it is said where it is not") func publicRoot() async throws {
    try await withFolder { folder in
      let bundle = folder.path + "/root.pem", problem = "The certificate \(MetadataTrust.publicRoot) is not among those that this system trusts."
      do {
        _ = try CertificateFile.publicRoot(in: [folder.path + "/nothing", bundle])
        Issue.record("found a root that is not there")
      } catch let found as ConfigurationProblem { #expect(found.description.hasPrefix(problem)) }
      #expect(try CertificateFile.certificates(in: bundle) == [signer.certificate])
      try Data(signer.certificate).write(to: folder.appending(path: "root.der"))
      #expect(try CertificateFile.certificates(in: folder.path + "/root.der") == [signer.certificate])
      try Data("nothing".utf8).write(to: folder.appending(path: "root.txt"))
      #expect(throws: ConfigurationProblem.self) { try desk(folder, root: "root.txt").trust() }
      #expect(try desk(folder).trust().signer == nil)
    }
  }

  @Test("a start uses what is kept or the file that is named, and goes on without what cannot be used") func start() async throws {
    try await withFolder { folder in
      let log = TestLog(), now = Date()
      let logger = Logger(label: "test") { _ in log }
      #expect(CurrentMetadata.filled(from: try desk(folder), at: now, logger).blob == nil && log.lines.isEmpty)
      #expect(CurrentMetadata.filled(from: try desk(folder, file: "blob.jwt"), at: now, logger).blob?.number == 7)
      _ = try desk(folder).take(try await MetadataSource.read(folder.path + "/blob.jwt"), from: "blob", at: now)
      let shelf = CurrentMetadata.filled(from: try desk(folder), at: now, logger)
      #expect(shelf.entry(aaguid)?.statement != nil && shelf.entry([1]) == nil)
      try Data("broken".utf8).write(to: folder.appending(path: "data/metadata.jwt"))
      #expect(CurrentMetadata.filled(from: try desk(folder), at: now, logger).blob == nil)
      #expect(CurrentMetadata.filled(from: try desk(folder, file: "nothing"), at: now, logger).blob == nil)
      #expect(log.lines.filter { $0.contains("No metadata are in use.") }.count == 2)
    }
  }

  @Test("a running server fetches when a newer BLOB is due, and keeps what it has where that fails") func updater() async throws {
    try await withFolder { folder in
      try write("7", nextUpdate: "2020-01-01", in: folder)
      let desk = try desk(folder), shelf = CurrentMetadata(), now = Date()
      let updater = MetadataUpdater(desk: desk, shelf: shelf, logger: Logger(label: "test") { _ in TestLog() }, source: folder.path + "/blob.jwt")
      await updater.updateIfDue(at: now)
      #expect(shelf.blob?.number == 7, "nothing was kept: it is due")
      try write("8", in: folder)
      await updater.updateIfDue(at: now)
      #expect(shelf.blob?.number == 7, "not twice within a day")
      await updater.updateIfDue(at: now.addingTimeInterval(2 * 86400))
      let kept = try desk.kept()
      #expect(shelf.blob?.number == 8 && kept?.number == 8)
      try write("9", in: folder)
      await updater.updateIfDue(at: now.addingTimeInterval(4 * 86400))
      #expect(shelf.blob?.number == 8, "its next update is far away")
    }
  }
}
