import Crypto
import Foundation
import TestProgram
import TestTPM
import Testing

@testable import TPMKeys

/// An authority that certifies attestation keys using only OpenSSL and tpm2-tools: none of this product's code, and no
/// TPM.
struct TestAuthority {
  private let folder: TemporaryFolder
  private var path: String { folder.path }

  init() async throws {
    folder = try TemporaryFolder()
    try Self.configuration.write(toFile: folder.path + "/configuration", atomically: false, encoding: .utf8)
    try await run(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout root.key -out root.pem \
      -outform pem -subj /CN=Root -days 30 -config configuration -extensions root
      """)
  }

  /// The root certificate in DER.
  var root: [UInt8] {
    get async throws {
      try await run("openssl x509 -in root.pem -outform der -out root.der"); return try read("root.der")
    }
  }

  /// `true` if the endorsement key belongs to a TPM by this manufacturer.
  func accepts(_ request: AttestationRequest, from maker: TestTPM) async throws -> Bool {
    try write(request.endorsementCertificate, "endorsement.der")
    try await run("openssl x509 -inform der -in endorsement.der -out endorsement.pem")
    // The certificate names the TPM in a critical extension that OpenSSL does not know.
    try await run(
      """
      openssl verify -ignore_critical -CAfile \(maker.rootCertificate) -untrusted \(maker.intermediateCertificate) \
      endorsement.pem
      """)
    try await run("openssl x509 -in endorsement.pem -noout -pubkey -out endorsement.pub")
    try write(TPMBytes.sized(request.endorsementKey), "endorsement.tpm")
    try await run("tpm2_print -t TPM2B_PUBLIC -f pem endorsement.tpm > printed.pub")
    return try read("endorsement.pub") == read("printed.pub")
  }

  /// Encrypts `secret` so that only a TPM that has both keys can read it.
  func challenge(_ secret: [UInt8], _ request: AttestationRequest) async throws -> AttestationChallenge {
    try write(TPMBytes.sized(request.endorsementKey), "endorsement.tpm")
    try write(secret, "secret")
    let name = PublicArea(bytes: request.attestationKey).name.map { String(format: "%02x", $0) }.joined()
    try await run("tpm2_makecredential -T none -u endorsement.tpm -s secret -n \(name) -o credential")
    // Eight bytes specific to tpm2-tools, followed by the two structures.
    var scanner = TPMScanner(Array(try read("credential").dropFirst(8)))
    let credential = scanner.takeSized(), hidden = scanner.takeSized()
    return AttestationChallenge(credential: try #require(credential), secret: try #require(hidden))
  }

  /// The attestation key's certificate (WebAuthn L3 §8.3.1) in DER.
  func certify(_ request: AttestationRequest) async throws -> [UInt8] {
    try write(TPMBytes.sized(request.attestationKey), "attestation.tpm")
    try await run("tpm2_print -t TPM2B_PUBLIC -f pem attestation.tpm > attestation.pub")
    try await run(
      """
      openssl x509 -new -force_pubkey attestation.pub -subj / -CA root.pem -CAkey root.key \
      -extfile configuration -extensions attestation -days 30 -outform der -out attestation.der
      """)
    return try read("attestation.der")
  }

  private func run(_ command: String) async throws {
    let outcome = try await TestProgram(["/bin/sh", "-c", "cd \(path) && \(command)"]).run()
    try #require(
      outcome.status == 0, "\(command): \(outcome.errors) (openssl and tpm2-tools: apt-get install openssl tpm2-tools)")
  }
  private func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))) }
  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  private static let configuration = """
    [root]
    basicConstraints=critical,CA:TRUE
    keyUsage=critical,keyCertSign
    [attestation]
    basicConstraints=critical,CA:FALSE
    keyUsage=critical,digitalSignature
    extendedKeyUsage=2.23.133.8.3
    subjectAltName=critical,dirName:tpm
    [tpm]
    tpm.2.23.133.2.1=id:49424D00
    tpm.2.23.133.2.2=swtpm
    tpm.2.23.133.2.3=id:00000001
    [req]
    distinguished_name=name
    [name]

    """
}
