import Foundation
import Logging
import Model
import RelyingParty
import TestMetadata
import TestSite
import Testing

@testable import MetadataUpdates

/// The folder that holds the conformance tool's metadata.
@Suite struct ConformanceMetadataTests {
  private func problem(_ work: () async throws -> Void) async -> String? {
    do { try await work() } catch let problem as ConfigurationProblem { return problem.description } catch {}
    return nil
  }

  @Test(
    "a folder's statements and BLOBs are known together; a foreign BLOB is left out, and said")
  func folder() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let signer = try SignedMetadata(), stranger = try SignedMetadata(),
      models = [1, 2, 3].map { [UInt8](repeating: $0, count: 16) }
    func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }
    try write(Array(signer.pem.utf8), "root.pem")
    try write(Array("{\"description\":\"One\",\(MetadataPayload.aaguid(models[0]))}".utf8), "one.json")
    for (name, model, who) in [("two", models[1], signer), ("three", models[2], stranger)] {
      try write(
        try who.token(MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid(model))]).json) + [0x0a],
        name + ".jwt")
    }
    let log = TestLog(), logger = Logger(label: "test") { _ in log }
    let library = MetadataLibrary(settings: MetadataSettings(data: folder.path, root: folder.path + "/root.pem"))
    let blob = try ConformanceMetadata(folder: folder.path).blob(adding: [], verifying: library, at: Date(), logger)
    #expect(models.map { AAGUID($0).flatMap { blob[$0] } != nil } == [true, true, false])
    #expect(log.lines.filter { $0.contains("three.jwt is left out.") }.count == 1)
    try write(Array("{}".utf8), "four.json")
    let wrong = await problem {
      _ = try ConformanceMetadata(folder: folder.path).blob(adding: [], verifying: library, at: Date(), logger)
    }
    #expect(wrong?.hasSuffix("four.json is no metadata statement of a model.") == true)
    let missing = await problem {
      _ = try ConformanceMetadata(folder: "/nowhere").blob(adding: [], verifying: library, at: Date(), logger)
    }
    #expect(missing == "conformance.metadata is /nowhere, and that folder cannot be read.")
  }
}
