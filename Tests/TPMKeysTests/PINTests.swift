import Authenticator
import Encoding
import Foundation
import TestTPM
import Testing

@testable import TPMKeys

@Suite struct PINTests {
  let message = Array("authenticator data and client data".utf8)

  @Test("E-08: a key that requires the PIN signs repeatedly with leave, but never without it")
  func waits() async throws {
    let place = try Place()
    #expect(await code { try await place.store.makeKey(.signing, guard: .pin) } == .pinNotSet)
    #expect(await code { try await place.store.verifyPIN(Place.right) } == .pinNotSet)
    #expect(try await place.store.pinStatus() == .notSet)
    try await place.store.setPIN(Place.right)
    #expect(try await place.another.pinStatus() == .set(retries: 8))
    #expect(await code { try await place.store.setPIN(Place.next) } == .pinSet)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    let authenticating = try await place.store.makeKey(.authenticationCode, guard: .pin)
    #expect(await code { try await place.store.sign(message, with: key.reference, leave: nil) } == .pinRequired)
    #expect(
      await code { try await place.store.authenticationCode(of: message, with: authenticating.reference, leave: nil) }
        == .pinRequired)
    let leave = try await place.store.verifyPIN(Place.right)
    for _ in 0..<3 {
      #expect(
        try await Place.isSignature(
          place.store.sign(message, with: key.reference, leave: leave), of: message, by: key.publicKey))
    }
    #expect(
      try await place.store.authenticationCode(of: message, with: authenticating.reference, leave: leave).count == 32)
  }

  @Test("E-08: the TPM itself refuses a key that requires the PIN, even without our checks")
  func enforced() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin),
      free = try await place.store.makeKey(.signing, guard: .nothing)
    // The proof that opens a key without a PIN, presented to a key with one.
    #expect(try await place.store.signByEpoch(message, with: free.reference).isEmpty == false)
    #expect(await code { try await place.store.signByEpoch(message, with: key.reference) } == .unknownKey)
  }

  @Test("each wrong PIN uses up one of eight tries, and the correct PIN restores them all")
  func counts() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    #expect(await code { try await place.store.verifyPIN(Place.wrong) } == .wrongPIN(retries: 7))
    #expect(await code { try await place.another.verifyPIN(Place.wrong) } == .wrongPIN(retries: 6))
    #expect(await code { try await place.store.changePIN(from: Place.wrong, to: Place.next) } == .wrongPIN(retries: 5))
    #expect(try await place.store.pinStatus() == .set(retries: 5))
    _ = try await place.store.verifyPIN(Place.right)
    #expect(try await place.store.pinStatus() == .set(retries: 8))
    #expect(TPMSituation(device: place.tpm.device).failures == 0)  // the TPM's own count, for all that is in it
  }

  @Test("after eight wrong PINs even the correct one is rejected, also after a restart or in a copy")
  func blocks() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    try place.folder.copy(as: "copy")
    await place.miss(7)
    #expect(try await place.store.pinStatus() == .set(retries: 1))
    #expect(await code { try await place.store.verifyPIN(Place.wrong) } == .pinBlocked)
    for _ in 0..<2 {
      #expect(await code { try await place.store.verifyPIN(Place.right) } == .pinBlocked)
      #expect(await code { try await place.store.changePIN(from: Place.right, to: Place.next) } == .pinBlocked)
      #expect(try await place.another.pinStatus() == .set(retries: 0))
      try place.tpm.restart()
      try place.folder.putBack("copy")
    }
    #expect(TPMSituation(device: place.tpm.device).isLockedOut == false)
    let free = try await place.store.makeKey(.signing, guard: .nothing)
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: free.reference, leave: nil), of: message, by: free.publicKey))
    try await place.store.reset()
    try await place.store.setPIN(Place.right)
    let leave = try await place.store.verifyPIN(Place.right)
    #expect(await code { try await place.store.sign(message, with: key.reference, leave: leave) } == .unknownKey)
  }

  @Test("a changed PIN opens the same keys; the old one opens none, even with the old files")
  func changes() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    try place.folder.copy(as: "copy")
    try await place.store.changePIN(from: Place.right, to: Place.next)
    #expect(await code { try await place.store.verifyPIN(Place.right) } == .wrongPIN(retries: 7))
    let leave = try await place.another.verifyPIN(Place.next)
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: key.reference, leave: leave), of: message, by: key.publicKey))
    try place.folder.putBack("copy")
    #expect(await code { try await place.store.verifyPIN(Place.right) } == .wrongPIN(retries: 7))
  }

  @Test("leave ends with its time, a TPM restart or a reset, and is not valid for another store")
  func leaves() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    let brief = TPMKeyStore(folder: place.folder.store, device: place.tpm.device, lifetime: 1)
    let passing = try await brief.verifyPIN(Place.right)
    #expect(
      try await eventually {
        await code { try await place.store.sign(message, with: key.reference, leave: passing) } == .pinRequired
      })

    let leave = try await place.store.verifyPIN(Place.right)
    try place.tpm.restart()
    #expect(await code { try await place.store.sign(message, with: key.reference, leave: leave) } == .pinRequired)

    let other = try Place(place.tpm)
    try await other.store.setPIN(Place.right)
    let foreign = try await other.store.verifyPIN(Place.right)
    #expect(await code { try await place.store.sign(message, with: key.reference, leave: foreign) } == .pinRequired)
  }

  private func eventually(_ condition: () async -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while await !condition() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(20))
    }
    return true
  }
}

extension TPMKeyStore {
  /// Signs with a session that proves only that nothing was reset.
  func signByEpoch(_ message: [UInt8], with reference: KeyReference) throws(KeyStoreError) -> [UInt8] {
    let tpm = try TPMConnection(device)
    let (form, state) = try known(reference, .signing)
    let key = try signingKey(form, state, tpm), session = try tpm.startPolicy()
    guard let founded = state.founded else { throw KeyStoreError(.failed) }
    try tpm.policyIndex(at: state.slot.epoch.handle, equals: founded.epoch, session)
    return try tpm.sign([UInt8](repeating: 7, count: 32), with: key, session)
  }
}
