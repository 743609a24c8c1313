import CeremonyService
import Foundation
import MetadataUpdates
import Model
import RelyingParty
import Testing
import TestMetadata
import TestSite

/// `latchstring metadata`, as a person runs it.
@Suite struct MetadataCommandTests {
  private let text = "01020304-0506-0708-090a-0b0c0d0e0f10"

  private func run(_ command: String, in folder: MetadataFolder, _ more: String...) async throws -> (
    status: Int32, output: String, errors: String
  ) {
    try await run(command, in: folder, more)
  }
  private func run(_ command: String, in folder: MetadataFolder, _ more: [String]) async throws -> (
    status: Int32, output: String, errors: String
  ) {
    let result = try await Program.run(
      ["metadata", command, "--data", folder.path + "/data", "--root", folder.path + "/root.pem"] + more)
    return (
      result.status, result.output.replacing(folder.path, with: "F"), result.errors.replacing(folder.path, with: "F")
    )
  }
  @Test("update verifies a file and stores it for its owner only; status and show describe it") func update()
    async throws
  {
    try await MetadataFolder.with { folder in
      let before = try await run("status", in: folder)
      #expect(
        before.status == 1
          && before.errors == "latchstring: There are no metadata. latchstring metadata update fetches them.\n")
      let updated = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(updated.errors == "" && updated.status == 0)
      #expect(
        updated.output == "Metadata number 7, 1 model, next update on 2099-01-31.\nKept in F/data/metadata.jwt.\n")
      let kept = folder.path + "/data/metadata.jwt"
      #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data") == ["metadata.jwt"])
      let status = try await run("status", in: folder)
      #expect(
        status.status == 0 && status.output.contains("From F/data/metadata.jwt.\nFetched on ")
          && status.output.contains("not due"))
      #expect(status.output.hasSuffix("Refused, because revoked or compromised: 0.\n"))
      let shown = try await run("show", in: folder, text)
      #expect(
        shown.status == 0
          && shown.output.hasPrefix("Model [31m One\nJudged: accepted\nCertification: FIDO_CERTIFIED_L1\n"))
      #expect(shown.output.contains("Reported: FIDO_CERTIFIED_L1 (2020-01-01)\n") && !shown.output.contains("\u{1b}"))
      let unknown = try await run("show", in: folder, "11111111-1111-1111-1111-111111111111")
      #expect(
        unknown.status == 1
          && unknown.errors == "latchstring: The metadata know no model 11111111-1111-1111-1111-111111111111.\n")
      #expect(
        try await run("show", in: folder, "x").errors
          == "latchstring: “x” is no AAGUID: it has 32 hexadecimal digits.\n")
    }
  }

  @Test("unusable metadata is rejected with a sentence, and the stored metadata is kept") func refused() async throws {
    try await MetadataFolder.with { folder in
      #expect(try await run("update", in: folder, "--from", folder.path + "/blob.jwt").status == 0)
      let kept = folder.url.appending(path: "data/metadata.jwt"), before = try Data(contentsOf: kept)
      try folder.write("6")
      let older = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(
        older.status == 1
          && older.errors == "latchstring: F/blob.jwt cannot be used. \(MetadataErrorCode.rolledBack.sentence)\n")
      var payload = MetadataPayload()
      payload.number = "9"
      try Data(SignedMetadata().token(payload.json)).write(to: folder.url.appending(path: "foreign.jwt"))
      let foreign = try await run("update", in: folder, "--from", folder.path + "/foreign.jwt")
      #expect(
        foreign.status == 1
          && foreign.errors
            == "latchstring: F/foreign.jwt cannot be used. \(MetadataErrorCode.untrustedChain.sentence)\n"
      )
      #expect(
        try await run("update", in: folder, "--from", folder.path + "/nothing").errors
          == "latchstring: There is no file F/nothing.\n")
      let named = ["--from", folder.path + "/blob.jwt", "--signer"]
      let stranger = try await run("update", in: folder, named + ["mds.example.org"])
      #expect(
        stranger.status == 1
          && stranger.errors == "latchstring: F/blob.jwt cannot be used. \(MetadataErrorCode.foreignSigner.sentence)\n")
      let plain = try await run("update", in: folder, "--from", "http://a.example/")
      #expect(
        plain.status == 1
          && plain.errors == "latchstring: http://a.example/ is not an address that begins with https.\n")
      #expect(try Data(contentsOf: kept) == before)
      try folder.write("8", nextUpdate: "2020-01-01")
      let stale = try await run("update", in: folder, "--from", folder.path + "/blob.jwt")
      #expect(
        stale.status == 0
          && stale.output.contains("next update on 2020-01-01. That day has passed: a newer BLOB should be there."))
    }
  }

  @Test("an address that returns bytes, one that refuses and one that does not answer are handled")
  func address() async throws {
    func problem(_ address: String) async -> String? {
      do { _ = try await MetadataSource.read(address) } catch let problem as ConfigurationProblem {
        return problem.description
      } catch {}
      return nil
    }
    try await MetadataFolder.with { folder in
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
}
