import Authenticator
import Crypto
import Encoding
import Foundation
import TestProgram
import TestTPM
import Testing

@testable import TPMKeys

/// A TPM with a key store.
struct Place {
  let tpm: TestTPM
  let folder: TemporaryFolder
  let store: TPMKeyStore

  init() throws { try self.init(TestTPM()) }
  init(_ tpm: TestTPM) throws {
    self.tpm = tpm
    folder = try TemporaryFolder()
    store = TPMKeyStore(folder: folder.store, device: tpm.device)
  }
  /// The store as seen by a program that starts now.
  var another: TPMKeyStore { TPMKeyStore(folder: folder.store, device: tpm.device) }

  static func pin(_ text: String) -> Secret { Secret(Array(SHA256.hash(data: Array(text.utf8)).prefix(16))) }
  static let right = pin("1234"), wrong = pin("0000"), next = pin("5678")

  /// Tries a wrong PIN this many times.
  func miss(_ times: Int) async { for _ in 0..<times { _ = try? await store.verifyPIN(Self.wrong) } }

  /// Runs a command of tpm2-tools.
  func tpm2(_ command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = try await TestProgram(["/usr/bin/\(words[0])"] + words.dropFirst() + ["-T", tpm.device]).run()
    try #require(outcome.status == 0, "\(command): \(outcome.errors) (apt-get install tpm2-tools)")
  }

  static func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) throws -> Bool {
    let key = try P256.Signing.PublicKey(x963Representation: publicKey)
    return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
  }
}

/// The code of the error thrown by `body`, or `nil` if it threw none.
func code(of body: () async throws -> some Any) async -> KeyStoreError.Code? {
  do { _ = try await body() } catch { return (error as? KeyStoreError)?.code }
  return nil
}

/// The kinds of things that occupy a place in a TPM temporarily, by their first handle.
enum Occupants: UInt32, CaseIterable {
  case objects = 0x8000_0000, sessions = 0x0200_0000, sessionsGivenOut = 0x0300_0000
}

extension TPMConnection {
  func holds(_ kind: Occupants) throws(KeyStoreError) -> Bool {
    try !capability(Capability.handles, kind.rawValue, most: 10, width: 1).isEmpty
  }
}

/// A folder that is removed once the last reference to it is released.
final class TemporaryFolder: Sendable {
  let path: String
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a key store's folder inside this one.
  var store: String { path + "/store" }

  /// Copies everything in the store's folder, to be restored later.
  func copy(as name: String) throws { try FileManager.default.copyItem(atPath: store, toPath: "\(path)/\(name)") }
  func putBack(_ name: String) throws {
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: store)
  }
}
