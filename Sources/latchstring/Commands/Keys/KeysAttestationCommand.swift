import ArgumentParser
import Authenticator
import Encoding
import Foundation
import HandsTools
import MetadataUpdates
import Model
import PasskeyHands
import TerminalSurface
import TPMKeys
import Sentences

/// Obtains a certificate for this TPM's attestation key, so that sites can see that keys are generated inside the TPM.
struct KeysAttestationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attestation", abstract: "Have an authority certify that keys are made in this TPM.",
    discussion: """
      An authority that a site trusts looks at the TPM maker's certificate, hides a secret so that only this TPM finds \
      it, and certifies the attestation key when it was found. From then on, with keys.attestation=tpm, new passkeys \
      carry the TPM's word that they were made inside it.

      Each file has JSON with its parts in base64url.
      """, subcommands: [Ask.self, Activate.self, Install.self])

  struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "request", abstract: "Write what an authority needs.")
    @OptionGroup var flags: KeysFlags
    @Argument(help: "The file. It must not be there yet.") var file: String

    func run() async throws {
      try await reportingProblems {
        let request = try await withTPM(flags) { try await $0.attestationRequest() }
        let parts = [
          "endorsementCertificate": request.endorsementCertificate, "endorsementKey": request.endorsementKey,
          "attestationKey": request.attestationKey,
        ]
        let text = try jsonObject(parts.mapValues { Base64URL.encode($0) }) + "\n"
        try NewFile.write(Secret(Array(text.utf8)), to: file)
        try flags.tell(["file": file], "\(file) has it. Nothing in it is secret; it does name this TPM.")
      }
    }
  }

  struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "activate", abstract: "Find the secret that an authority hid for this TPM.")
    @OptionGroup var flags: KeysFlags
    @Argument(help: "The authority's file, with “credential” and “secret”.") var challenge: String
    @Argument(help: "Where the secret is written. The file must not be there yet.") var file: String

    func run() async throws {
      try await reportingProblems {
        guard let written = FileManager.default.contents(atPath: challenge),
          let parts = try? JSONDecoder().decode([String: String].self, from: written),
          let credential = parts["credential"].flatMap({ Base64URL.decode($0) }),
          let secret = parts["secret"].flatMap({ Base64URL.decode($0) })
        else {
          throw ConfigurationProblem(
            "\(challenge) is no authority's challenge: JSON with “credential” and “secret” in base64url.")
        }
        let found = try await withTPM(flags) {
          try await $0.activate(AttestationChallenge(credential: credential, secret: secret))
        }
        try NewFile.write(found, to: file)
        try flags.tell(["file": file], "\(file) has the secret. Send it to the authority.")
      }
    }
  }

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install", abstract: "Keep the certificate that an authority made, and use it from now on.")
    @OptionGroup var flags: KeysFlags
    @Argument(help: "Certificates, DER or PEM: the attestation key's own first, then those above it.")
    var certificates: [String]

    func run() async throws {
      try await reportingProblems {
        let chain = try certificates.flatMap { try CertificateFile.certificates(in: $0) }
        try await withTPM(flags) { try await $0.install(chain) }
        try flags.tell(["code": "installed"], "It is kept. New passkeys carry it where keys.attestation is tpm.")
      }
    }
  }
}

/// Works with the store in the TPM, and throws if no store exists.
private func withTPM<Result: Sendable>(
  _ flags: KeysFlags, _ work: (TPMKeyStore) async throws -> Result
) async throws -> Result {
  guard let tpm = try KeysEnvironment(try await flags.settings()).tpm else {
    throw ConfigurationProblem(
      "The passkeys of this data folder lie in a file. Only a TPM can say where its keys are.")
  }
  do { return try await work(tpm) } catch let error as KeyStoreError {
    throw ConfigurationProblem(
      error.reason.isEmpty
        ? "The TPM did not do it. “latchstring keys doctor” may say why."
        : Sentence(verbatim: error.reason))
  }
}
