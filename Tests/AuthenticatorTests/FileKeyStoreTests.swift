import Crypto
import Encoding
import Foundation
import Testing

@testable import Authenticator

@Suite struct FileKeyStoreTests {
  private let pin = Secret([UInt8](repeating: 1, count: 16)), other = Secret([UInt8](repeating: 2, count: 16))

  @Test(
    "E-10: no key is in plaintext in its reference or in the file, which only its owner reads",
    arguments: [.pin, .nothing] as [KeyGuard])
  func sealed(_ keyGuard: KeyGuard) async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    try await store.setPIN(pin)
    let leave = try await store.verifyPIN(pin)
    let reference = try await store.makeKey(.signing, guard: keyGuard).reference
    let key = try FileKeyReference(reference).open(in: try store.state(), leave)
    let file = try Data(contentsOf: URL(filePath: folder.file("keys/keys")))
    for kept in [Data(reference.bytes), file] { #expect(kept.range(of: Data(key.bytes)) == nil) }
    for (path, mode) in [(folder.file("keys"), 0o700), (folder.file("keys/keys"), 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test("A key that requires the PIN is useless without it and cannot be created before it is set")
  func waits() async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    await #expect(throws: KeyStoreError(.pinNotSet)) { try await store.makeKey(.signing, guard: .pin) }
    try await store.setPIN(pin)
    for use in [KeyUse.signing, .authenticationCode] {
      let reference = try await store.makeKey(use, guard: .pin).reference
      await #expect(throws: KeyStoreError(.pinRequired)) {
        if use == .signing {
          _ = try await store.sign([1], with: reference, leave: nil)
        } else {
          _ = try await store.authenticationCode(of: [1], with: reference, leave: nil)
        }
      }
    }
  }

  @Test("E-08: a leave for a PIN-protected key can sign after a PIN change, but not after a reset")
  func leave() async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    try await store.setPIN(pin)
    let key = try await store.makeKey(.signing, guard: .pin)
    let open = try await store.makeKey(.signing, guard: .nothing)
    try await store.changePIN(from: pin, to: other)
    let leave = try await store.verifyPIN(other)
    let signature = try P256.Signing.ECDSASignature(
      derRepresentation: try await store.sign([1, 2], with: key.reference, leave: leave))
    #expect(
      try P256.Signing.PublicKey(x963Representation: key.publicKey).isValidSignature(signature, for: [1, 2] as [UInt8]))
    try await store.reset()
    await #expect(throws: KeyStoreError(.pinRequired)) { try await store.sign([1], with: key.reference, leave: leave) }
    await #expect(throws: KeyStoreError(.unknownKey)) { try await store.sign([1], with: open.reference, leave: nil) }
    try await store.setPIN(other)
    let later = try await store.verifyPIN(other)
    await #expect(throws: KeyStoreError(.unknownKey)) { try await store.sign([1], with: key.reference, leave: later) }
  }

  @Test("A try is written to disk before the PIN is compared, so the next process sees it")
  func tries() async throws {
    let folder = try TemporaryFolder()
    try await FileKeyStore(path: folder.file("keys")).setPIN(pin)
    for left in (0..<8).reversed() {
      let store = try FileKeyStore(path: folder.file("keys"))
      await #expect(throws: KeyStoreError(.wrongPIN(retries: left))) { try await store.verifyPIN(other) }
      #expect(try await store.pinStatus() == .set(retries: left))
    }
    let store = try FileKeyStore(path: folder.file("keys"))
    await #expect(throws: KeyStoreError(.pinBlocked)) { try await store.verifyPIN(pin) }
    await #expect(throws: KeyStoreError(.pinSet)) { try await store.setPIN(pin) }
  }

  @Test("E-16: the counter continues in the next process; two processes never get the same number")
  func counter() async throws {
    let folder = try TemporaryFolder()
    let (one, two) = (try FileKeyStore(path: folder.file("keys")), try FileKeyStore(path: folder.file("keys")))
    let numbers = try await withThrowingTaskGroup(of: UInt32.self) { group in
      for index in 0..<40 { group.addTask { try await (index.isMultiple(of: 2) ? one : two).advanceCounter() } }
      return try await group.reduce(into: Set<UInt32>()) { $0.insert($1) }
    }
    #expect(numbers == Set(1...40))
    #expect(try await FileKeyStore(path: folder.file("keys")).advanceCounter() == 41)
  }

  @Test("A key reference is rejected for a different use, in a different store, or if damaged")
  func references() async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    let key = try await store.makeKey(.authenticationCode, guard: .nothing).reference
    #expect(try await store.authenticationCode(of: [1], with: key, leave: nil).count == 32)
    await #expect(throws: KeyStoreError(.unknownKey)) { try await store.sign([1], with: key, leave: nil) }
    let foreign = try FileKeyStore(path: folder.file("others"))
    await #expect(throws: KeyStoreError(.unknownKey)) {
      try await foreign.authenticationCode(of: [1], with: key, leave: nil)
    }
    for index in key.bytes.indices {
      var damaged = key
      damaged.bytes[index] ^= 1
      await #expect(throws: KeyStoreError.self) {
        try await store.authenticationCode(of: [1], with: damaged, leave: nil)
      }
    }
    for short in 0..<key.bytes.count {
      await #expect(throws: KeyStoreError.self) {
        try await store.authenticationCode(of: [1], with: KeyReference(Array(key.bytes.prefix(short))), leave: nil)
      }
    }
  }

  @Test("A damaged file or an unusable folder is reported, and nothing is overwritten")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    _ = try await store.advanceCounter()
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("keys/keys")))
    await #expect(throws: KeyStoreError(.failed)) { try await store.advanceCounter() }
    await #expect(throws: KeyStoreError(.failed)) { try await store.sealingKey() }
    #expect(try Data(contentsOf: URL(filePath: folder.file("keys/keys"))) == Data([1, 2, 3]))
    #expect(throws: KeyStoreError(.unavailable)) { try FileKeyStore(path: "/proc/none/keys") }
  }

  @Test("A file left half-written by a killed process is never read; the next write replaces it")
  func halfWritten() async throws {
    let folder = try TemporaryFolder()
    let store = try FileKeyStore(path: folder.file("keys"))
    _ = try await store.advanceCounter()
    try Data([9]).write(to: URL(filePath: folder.file("keys/.part")))
    #expect(try await store.advanceCounter() == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("keys/.part")))
  }
}
