import Crypto
import Foundation
import RelyingParty
import TestSite
import Testing
import X509

@testable import RelyingPartyTests

/// Attestations checked against the metadata that the conformance tool supplies.
@Suite struct ConformanceMetadataTests {
  private let rootKey = P256.Signing.PrivateKey(), leafKey = P256.Signing.PrivateKey(), root: Certificate
  private let known = "01020304-0506-0708-090a-0b0c0d0e0f10"

  init() throws {
    root = try TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(
      rootKey.publicKey, by: rootKey)
  }

  private func leaf(by key: P256.Signing.PrivateKey? = nil) throws -> Certificate {
    try TestCertificate(isAuthority: false, aaguid: Array(1...16)).make(leafKey.publicKey, by: key ?? rootKey)
  }
  private func metadata(_ type: String = "basic_full", aaguid: String? = nil) throws -> MetadataBLOB {
    let certificate = Data(try TestCertificate.der(root)).base64EncodedString()
    let statement = #"""
      {"description":"Virtual","aaguid":"\#(aaguid ?? known)","attestationTypes":["\#(type)"],\#
      "attestationRootCertificates":["\#(certificate)"]}
      """#
    return try MetadataBLOB(statements: [Array(statement.utf8)])
  }
  private func register(_ metadata: MetadataBLOB?, _ change: (inout TestAuthenticator) throws -> Void) async throws
    -> HTTPAnswer
  {
    var answer: HTTPAnswer?
    try await withConformance(metadata: metadata) { _, tool in
      var authenticator = tool.authenticator()
      try change(&authenticator)
      answer = try await tool.register(authenticator, "ada", #","attestation":"direct""#)
    }
    return try #require(answer)
  }

  @Test("a known model's chain must end in one of its certificates, and may not include it")
  func chains() async throws {
    let blob = try metadata(), leaf = try leaf(), foreign = try self.leaf(by: P256.Signing.PrivateKey())
    #expect(try await register(blob) { $0.attest(leafKey, [leaf]) }.isOK)
    try await register(blob) { $0.attest(leafKey, [foreign]) }.expectFailed("untrusted-chain")
    try await register(blob) { $0.attest(leafKey, [leaf, root]) }.expectFailed("untrusted-chain")
    #expect(try await register(nil) { $0.attest(leafKey, [foreign]) }.isOK, "without metadata no chain is assessed")
  }

  @Test("an attestation must be of the type named in the model's statement") func types() async throws {
    let leaf = try leaf()
    try await register(try metadata()) { $0.attestSelf() }.expectFailed("attestation-type-refused")
    try await register(try metadata("basic_surrogate")) { $0.attest(leafKey, [leaf]) }.expectFailed(
      "attestation-type-refused")
    #expect(try await register(try metadata("basic_surrogate")) { $0.attestSelf() }.isOK)
    #expect(try await register(try metadata()) { _ in }.isOK, "nothing is attested where the format is none")
  }

  @Test("if there is metadata, certificates of models missing from it are rejected") func unknown()
    async throws
  {
    let leaf = try leaf(), other = "11121314-1516-1718-191a-1b1c1d1e1f20"
    try await register(try metadata(aaguid: other)) { $0.attest(leafKey, [leaf]) }.expectFailed(
      "metadata-unknown-authenticator")
    #expect(try await register(try metadata(aaguid: other)) { $0.attestSelf() }.isOK)
  }
}
