import Encoding
import Foundation
import TestKeys
import TestTPM
import Testing

@testable import TPMKeys

/// Tests `latchstring keys attestation`, with an authority that has only the files.
@Suite struct AttestationCommandTests {
  private func parts(_ path: String) throws -> [String: [UInt8]] {
    try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path))).mapValues {
      try #require(Base64URL.decode($0))
    }
  }

  @Test("files suffice to certify the attestation key; files not from an authority are rejected")
  func files() async throws {
    let home = try KeysHome(TestTPM()), authority = try await TestAuthority(), folder = home.folder
    try await home.setPIN()
    let asked = try await home.run("attestation", "request", folder + "/request")
    #expect(asked.status == 0 && asked.output.contains("Nothing in it is secret"), "\(asked)")
    let written = try parts(folder + "/request")
    let request = AttestationRequest(
      endorsementCertificate: try #require(written["endorsementCertificate"]),
      endorsementKey: try #require(written["endorsementKey"]),
      attestationKey: try #require(written["attestationKey"]))
    #expect(try await authority.accepts(request, from: try #require(home.tpm)))
    let again = try await home.run("attestation", "request", folder + "/request")
    #expect(again.status == 1 && again.errors.contains("is there already"), "\(again)")

    let secret = Array("what only this TPM finds".utf8), challenge = try await authority.challenge(secret, request)
    let hidden = ["credential": Base64URL.encode(challenge.credential), "secret": Base64URL.encode(challenge.secret)]
    try JSONEncoder().encode(hidden).write(to: URL(filePath: folder + "/challenge"))
    let found = try await home.run("attestation", "activate", folder + "/challenge", folder + "/found")
    #expect(found.status == 0 && !found.output.contains("what only this TPM finds"), "\(found)")
    #expect(try Array(Data(contentsOf: URL(filePath: folder + "/found"))) == secret)
    let nonsense = try await home.run("attestation", "activate", folder + "/request", folder + "/other")
    #expect(nonsense.status == 1 && nonsense.errors.contains("is no authority's challenge"), "\(nonsense)")

    try Data(try await authority.root).write(to: URL(filePath: folder + "/root.der"))
    let foreign = try await home.run("attestation", "install", folder + "/root.der")
    #expect(foreign.status == 1 && !foreign.errors.isEmpty, "\(foreign)")
    try Data(try await authority.certify(request)).write(to: URL(filePath: folder + "/attestation.der"))
    let kept = try await home.run("attestation", "install", folder + "/attestation.der", folder + "/root.der")
    #expect(kept.status == 0 && kept.output.contains("It is kept."), "\(kept)")
  }

  @Test("passkeys in a file cannot be certified, because no TPM holds them") func file() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    let asked = try await home.run("attestation", "request", home.folder + "/request")
    #expect(asked.status == 1 && asked.errors.contains("Only a TPM can say where its keys are"), "\(asked)")
    #expect(!FileManager.default.fileExists(atPath: home.folder + "/request"))
  }
}
