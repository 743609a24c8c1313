import Authenticator
import Crypto
import Encoding
import Foundation
import TPMKeys
import TestTPM

/// The cost of our authenticator relative to what it builds on, in one run: a sign-in relative to the TPM's signature
/// alone, the same with a PRF output, both relative to the file store, and each call of the store. Then the program's
/// start time and the memory use of the browser's host.
@main
struct KeysBench {
  static let rounds = 12, inRound = 20

  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-bench-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tpm = try TestTPM()
    try await overTPM(tpm, folder)
    try await ownPart(tpm, folder)
    try await overFile(folder)
    try await ProgramBench.run(folder)
    try await ExtensionBench.run()
  }

  private static func overTPM(_ tpm: TestTPM, _ folder: String) async throws {
    let keys = TPMKeyStore(folder: folder + "/tpm", device: tpm.device)
    let scene = try await Scene(keys, in: folder)
    var (signed, alone, prf, code) = (Times(), Times(), Times(), Times())
    for _ in 0..<rounds * inRound {
      signed.add(try await scene.signIn())
      prf.add(try await scene.signIn(prf: true))
      // Alternately, so that both find the machine equally cold; swtpm accepts one connection at a time.
      let bare = try BareTPM(tpm.device)
      try alone.measure { try bare.sign(Scene.hash) }
      try code.measure { try bare.authenticationCode(of: Scene.hash) }
    }
    print("getAssertion with a PIN token, keys in swtpm, \(rounds * inRound) times, in turns")
    report("a signature", signed, over: alone, "TPM2_Sign alone")
    report("the same with a PRF output", prf, over: signed, "without")
    print("  TPM2_HMAC alone: \(String(format: "%.3f", code.median)) ms")
    try await calls(of: keys, TPMKeyStore(folder: folder + "/tpm", device: tpm.device))
  }

  /// A sign-in takes eight TPM commands, one of which is TPM2_Sign. This is our own part, without all eight.
  private static func ownPart(_ tpm: TestTPM, _ folder: String) async throws {
    let watched = try WatchedTPM(tpm.device, folder: folder)
    let keys = TPMKeyStore(folder: folder + "/own", device: tpm.device)
    let scene = try await Scene(keys, in: folder + "/own"),
      beside = try await Scene(
        TPMKeyStore(folder: folder + "/beside", device: watched.device), in: folder + "/beside")
    var (signed, commands) = (Times(), Times())
    for _ in 0..<rounds * inRound {
      signed.add(try await scene.signIn())
      _ = try await beside.signIn { _ = watched.timeSpent() }
      commands.add(watched.timeSpent())
    }
    print("the same signature, and the time that the TPM has all its commands")
    report("a signature", signed, over: commands, "with the TPM")
  }

  /// The time of each call of the store by itself.
  private static func calls(of keys: TPMKeyStore, _ fresh: TPMKeyStore) async throws {
    var (status, counter, seal, first, verify, sign, code, generation) =
      (Times(), Times(), Times(), Times(), Times(), Times(), Times(), Times())
    let hash = Secret(Array(SHA256.hash(data: Array("123456".utf8)).prefix(16)))
    _ = try await first.measure { try await fresh.sealingKey() }
    for _ in 0..<100 {
      _ = try await status.measure { try await keys.pinStatus() }
      _ = try await counter.measure { try await keys.advanceCounter() }
      _ = try await seal.measure { try await keys.sealingKey() }
    }
    let leave = try await keys.verifyPIN(hash), signing = try await keys.makeKey(.signing, guard: .pin).reference,
      coding = try await keys.makeKey(.authenticationCode, guard: .pin).reference
    for _ in 0..<100 {
      _ = try await sign.measure { try await keys.sign(Scene.hash, with: signing, leave: leave) }
      _ = try await code.measure { try await keys.authenticationCode(of: Scene.hash, with: coding, leave: leave) }
      _ = try generation.measure { try keys.generation() }
    }
    for _ in 0..<20 { _ = try await verify.measure { try await keys.verifyPIN(hash) } }
    for (name, times) in [
      ("generation", generation), ("sign", sign), ("authenticationCode", code), ("pinStatus", status),
      ("advanceCounter", counter),
      ("sealingKey", seal), ("sealingKey of a store just opened", first), ("verifyPIN", verify),
    ] { print("  \(name): \(String(format: "%.3f", times.median)) ms") }
  }

  private static func overFile(_ folder: String) async throws {
    let scene = try await Scene(FileKeyStore(path: folder + "/file"), in: folder + "/file"),
      key = P256.Signing.PrivateKey()
    var (signed, alone) = (Times(), Times())
    for _ in 0..<rounds {
      for _ in 0..<inRound { _ = try alone.measure { try key.signature(for: Scene.hash).derRepresentation } }
      for _ in 0..<inRound { signed.add(try await scene.signIn()) }
    }
    print(
      "getAssertion with a PIN token, keys in a file (the counter is written and synced), \(rounds * inRound) times")
    report("a signature", signed, over: alone, "P-256 alone")
  }
}
