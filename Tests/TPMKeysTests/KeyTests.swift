import Authenticator
import CTSS2
import Crypto
import Encoding
import Foundation
import TestTPM
import Testing

@testable import TPMKeys

@Suite struct KeyTests {
  let message = Array("authenticator data and client data".utf8)

  @Test("E-07: a key is created in the TPM, and its signatures verify with ES256")
  func signs() async throws {
    let place = try Place()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    #expect(key.publicKey.count == 65)
    let signature = try await place.store.sign(message, with: key.reference, leave: nil)
    #expect(try Place.isSignature(signature, of: message, by: key.publicKey))
    #expect(
      try await !Place.isSignature(
        place.store.sign([1], with: key.reference, leave: nil), of: message, by: key.publicKey))
  }

  @Test("E-01 E-07: the TPM attests that each key was created inside it and cannot be exported")
  func bound() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    for use in [KeyUse.signing, .authenticationCode] {
      for guarded in [KeyGuard.pin, .nothing] {
        let key = try await place.store.makeKey(use, guard: guarded)
        let attributes = try await place.store.attributes(of: key.reference, use)
        #expect(attributes.isSuperset(of: [.fixedTPM, .fixedParent, .sensitiveDataOrigin]))
        #expect(attributes.isDisjoint(with: [.userWithAuth]))
      }
    }
  }

  @Test("a key signs for a program that starts later, and after a TPM restart")
  func lasts() async throws {
    let place = try Place()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    #expect(
      try await Place.isSignature(
        place.another.sign(message, with: key.reference, leave: nil), of: message, by: key.publicKey))
    try place.tpm.restart()
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: key.reference, leave: nil), of: message, by: key.publicKey))
  }

  @Test("an authentication code has 32 bytes, is the same every time, and differs for another key")
  func authenticates() async throws {
    let place = try Place()
    let one = try await place.store.makeKey(.authenticationCode, guard: .nothing)
    let other = try await place.store.makeKey(.authenticationCode, guard: .nothing)
    #expect(one.publicKey.isEmpty)
    let code = try await place.store.authenticationCode(of: message, with: one.reference, leave: nil)
    #expect(code.count == 32)
    #expect(try await code.matches(place.another.authenticationCode(of: message, with: one.reference, leave: nil)))
    #expect(try await !code.matches(place.store.authenticationCode(of: message, with: other.reference, leave: nil)))
    #expect(try await !code.matches(place.store.authenticationCode(of: message + [0], with: one.reference, leave: nil)))
  }

  @Test("the sealing key is the same for a program that starts later, but changes with a reset")
  func seals() async throws {
    let place = try Place()
    let key = try await place.store.sealingKey()
    #expect(key.count == 32)
    #expect(try await key.matches(place.another.sealingKey()))
    try await place.store.reset()
    #expect(try await !key.matches(place.store.sealingKey()))
  }

  @Test("a reference that is damaged, truncated, empty or for the other use is reported as unknown")
  func unknown() async throws {
    let place = try Place()
    let reference = try await place.store.makeKey(.signing, guard: .nothing).reference
    for index in stride(from: 0, to: reference.bytes.count, by: 7) {
      var damaged = reference
      damaged.bytes[index] ^= 0x10
      #expect(
        await code { try await place.store.sign(message, with: damaged, leave: nil) } == .unknownKey, "byte \(index)")
    }
    for count in [0, 1, 3, 36, 37, 90, reference.bytes.count - 1] {
      let cut = KeyReference(Array(reference.bytes.prefix(count)))
      #expect(
        await code { try await place.store.sign(message, with: cut, leave: nil) } == .unknownKey, "\(count) bytes")
    }
    #expect(
      await code { try await place.store.authenticationCode(of: message, with: reference, leave: nil) } == .unknownKey)
  }

  @Test("E-10: neither disk nor reference holds the key; a reference fits into a U2F key handle")
  func small() async throws {
    let place = try Place()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    #expect(key.reference.bytes.count <= 170)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.store)
    let files = try names.flatMap { Array(try Data(contentsOf: URL(filePath: place.folder.store + "/" + $0))) }
    // The private half would be 32 bytes that yield this public key.
    let bytes = key.reference.bytes + files
    #expect(!files.isEmpty)
    for start in 0...(bytes.count - 32) {
      let scalar = try? P256.Signing.PrivateKey(rawRepresentation: bytes[start..<start + 32])
      #expect(scalar.map { Array($0.publicKey.x963Representation) } != key.publicKey)
    }
  }

  @Test("E-01 E-09: the store's folder and its references are useless with a different TPM")
  func copied() async throws {
    let place = try Place(), elsewhere = try Place()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    // The other machine's own store does not know the reference; the refusal comes from the TPM.
    _ = try await elsewhere.store.sealingKey()
    #expect(await code { try await elsewhere.store.sign(message, with: key.reference, leave: nil) } == .unknownKey)
    try FileManager.default.removeItem(atPath: elsewhere.folder.store)
    try FileManager.default.copyItem(atPath: place.folder.store, toPath: elsewhere.folder.store)
    #expect(await code { try await elsewhere.another.sign(message, with: key.reference, leave: nil) } == .unknownKey)
    #expect(await code { try await elsewhere.another.sealingKey() } == .unknownKey)
    // A reset makes the store that machine's own.
    try await elsewhere.another.reset()
    #expect(await code { try await elsewhere.another.sign(message, with: key.reference, leave: nil) } == .unknownKey)
    let own = try await elsewhere.another.makeKey(.signing, guard: .nothing)
    #expect(
      try await Place.isSignature(
        elsewhere.store.sign(message, with: own.reference, leave: nil), of: message, by: own.publicKey))
  }
}

extension TPMKeyStore {
  /// The attributes as the TPM reports them.
  func attributes(of reference: KeyReference, _ use: KeyUse) throws(KeyStoreError) -> ObjectAttributes {
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, use)
    let key = try loadNew(form, state, tpm)
    var area: UnsafeMutablePointer<TPM2B_PUBLIC>?
    try tpm.run("TPM2_ReadPublic") {
      Esys_ReadPublic(tpm.esys, key, Handle.none, Handle.none, Handle.none, &area, nil, nil)
    }
    return try TPMConnection.take(area) { ObjectAttributes(rawValue: $0.pointee.publicArea.objectAttributes) }
  }
}
