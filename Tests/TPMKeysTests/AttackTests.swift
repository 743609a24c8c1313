import Authenticator
import CTSS2
import Encoding
import Foundation
import TestTPM
import Testing

@testable import TPMKeys

/// The attacks available to someone with the TPM's owner authorization and copies of all files.
@Suite struct AttackTests {
  let message = Array("authenticator data and client data".utf8)

  @Test("E-08: a PIN index recreated with the same Name and a different PIN opens no key")
  func replacedIndex() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    let before = try await place.store.pinIndexName()
    try await place.store.replacePINIndex(by: Place.next)
    #expect(try await place.store.pinIndexName() == before)
    #expect(try await place.store.pinStatus() == .set(retries: 8))
    // The new index accepts the attacker's PIN, but the gate does not.
    #expect(await code { try await place.store.verifyPIN(Place.next) } == .failed)
    #expect(TPMSituation(device: place.tpm.device).failures == 1)
    #expect(await code { try await place.store.changePIN(from: Place.next, to: Place.next) } == .failed)
    #expect(TPMSituation(device: place.tpm.device).failures == 2)
    #expect(await code { try await place.store.sign(message, with: key.reference, leave: nil) } == .pinRequired)
    // Whoever knows the PIN gets in.
    try await place.store.replacePINIndex(by: Place.right)
    let leave = try await place.store.verifyPIN(Place.right)
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: key.reference, leave: leave), of: message, by: key.publicKey))
  }

  @Test("a TPM in lockout reports it; keys that need no PIN keep working")
  func lockout() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let free = try await place.store.makeKey(.signing, guard: .nothing)
    try await place.store.replacePINIndex(by: Place.next)
    for _ in 0..<40 where !TPMSituation(device: place.tpm.device).isLockedOut {
      _ = try? await place.store.verifyPIN(Place.next)
    }
    #expect(TPMSituation(device: place.tpm.device).isLockedOut)
    try await place.store.replacePINIndex(by: Place.right)
    #expect(await code { try await place.store.verifyPIN(Place.right) } == .unavailable)
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: free.reference, leave: nil), of: message, by: free.publicKey))
    try await place.tpm2("tpm2_dictionarylockout -c")
    _ = try await place.store.verifyPIN(Place.right)
  }

  @Test("a TPM in lockout after power cuts, without any wrong PIN, reports how long it lasts")
  func powerLosses() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    #expect(TPMSituation(device: place.tpm.device).recovery == nil)
    for _ in 0..<40 where !TPMSituation(device: place.tpm.device).isLockedOut {
      _ = try await place.store.verifyPIN(Place.right)
      try place.tpm.restart()
    }
    let situation = TPMSituation(device: place.tpm.device)
    #expect(situation.isLockedOut && situation.failures >= situation.mostFailures, "\(situation)")
    let recovery = try #require(situation.recovery)
    #expect(await code { try await place.store.verifyPIN(Place.right) } == .unavailable)
    try await place.tpm2(
      """
      tpm2_dictionarylockout --setup-parameters --max-tries=\(situation.mostFailures) --recovery-time=60 \
      --lockout-recovery-time=60
      """
    )
    #expect(TPMSituation(device: place.tpm.device).recovery == 60 && recovery > 60)
    #expect(try await place.store.pinStatus() == .set(retries: 8), "none of it was a try of the PIN")
  }

  @Test("a TPM with an owner authorization is unusable, and the reason is reported")
  func ownerAuthorization() async throws {
    let place = try Place()
    try await place.tpm2("tpm2_changeauth -c owner secret")
    do {
      _ = try await place.store.makeKey(.signing, guard: .nothing)
      Issue.record("a key was made")
    } catch {
      #expect(error.code == .unavailable)
      #expect(error.reason.contains("owner authorization"))
    }
    #expect(TPMSituation(device: place.tpm.device).isOwnerAuthorizationSet)
  }

  @Test("the TPM does not open the gate unless the index has accepted a PIN")
  func gateAlone() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    #expect(try await place.store.openGateAlone(Place.right) == false)
    #expect(TPMSituation(device: place.tpm.device).failures == 0)
  }

  @Test("when the PIN index is changed in the TPM, a wrong PIN counts like any other")
  func changingIndex() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    #expect(await code { try await place.store.changeIndexAlone(from: Place.wrong, to: Place.next) } != nil)
    #expect(try await place.store.pinStatus() == .set(retries: 7))
  }

  @Test("TPM traffic reveals no PIN, no value derived from one and no secret key's output")
  func listening() async throws {
    let place = try Place(), wire = try CuttingWire(to: place.tpm, after: .max, .before)
    defer { wire.close() }
    let store = TPMKeyStore(folder: place.folder.store, device: wire.device)
    try await store.setPIN(Place.right)
    let leave = try await store.verifyPIN(Place.right), key = try await store.makeKey(.authenticationCode, guard: .pin)
    let given = try await store.authenticationCode(of: message, with: key.reference, leave: leave)
    #expect(await code { try await store.verifyPIN(Place.wrong) } == .wrongPIN(retries: 7))
    try await store.changePIN(from: Place.right, to: Place.next)
    let heard = Data(wire.bytes), slot = try #require(try store.writtenState()).slot
    #expect(heard.range(of: Data(message)) == nil && heard.count > 4_000)
    for pin in [Place.right, Place.wrong, Place.next] {
      let values = PINAuthorization(pin, slot: slot)
      for secret in [pin, values.index, values.gate] { #expect(heard.range(of: secret.withBytes { Data($0) }) == nil) }
    }
    #expect(heard.range(of: given.withBytes { Data($0) }) == nil)
  }

  @Test("neither the owner nor whoever set the limit can write back the PIN index's count")
  func rewrittenCount() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    await place.miss(3)
    for byOwner in [true, false] {
      #expect(await code { try await place.store.writeCountBack(byOwner: byOwner) } != nil)
    }
    #expect(try await place.store.pinStatus() == .set(retries: 5))
  }

  @Test("E-08: a reset destroys old keys, even if the files are restored and the PIN is set again")
  func restoredAfterReset() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let guarded = try await place.store.makeKey(.signing, guard: .pin),
      free = try await place.store.makeKey(.signing, guard: .nothing)
    let sealing = try await place.store.sealingKey(), ticket = try await place.store.verifyPIN(Place.right)
    _ = try await place.store.sign(message, with: guarded.reference, leave: ticket)
    try place.folder.copy(as: "copy")
    try await place.store.reset()
    #expect(try await place.store.pinStatus() == .notSet)
    try await place.store.setPIN(Place.right)
    let leave = try await place.store.verifyPIN(Place.right)
    for key in [guarded, free] {
      #expect(await code { try await place.store.sign(message, with: key.reference, leave: leave) } == .unknownKey)
    }

    try place.folder.putBack("copy")
    for store in [place.store, place.another] {
      // The new PIN's index is in the TPM; the old gate does not open to it.
      #expect(await code { try await store.verifyPIN(Place.right) } == .unknownKey)
      #expect(await code { try await store.sign(message, with: free.reference, leave: nil) } == .unknownKey)
      // Nor with the ticket that the TPM issued for the PIN before the reset, which lasts ten minutes.
      #expect(await code { try await store.sign(message, with: guarded.reference, leave: ticket) } == .unknownKey)
      #expect(await code { try await store.sealingKey() } == .unknownKey)
    }
    try await place.store.reset()
    try await place.store.setPIN(Place.right)
    let again = try await place.store.verifyPIN(Place.right)
    for key in [guarded, free] {
      #expect(await code { try await place.store.sign(message, with: key.reference, leave: again) } == .unknownKey)
    }
    #expect(try await !sealing.matches(place.store.sealingKey()))
  }

  @Test("E-08: a reset destroys old keys, even if the owner recreates all indexes and knows the PIN")
  func rebuiltAfterReset() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let free = try await place.store.makeKey(.signing, guard: .nothing)
    try place.folder.copy(as: "copy")
    try await place.store.reset()
    try place.folder.putBack("copy")
    try await place.store.replacePINIndex(by: Place.right)
    for _ in 0..<3 {
      #expect(await code { try await place.another.verifyPIN(Place.right) } == .unknownKey)
      #expect(await code { try await place.another.sign(message, with: free.reference, leave: nil) } == .unknownKey)
      // A recreated counter starts above all previous values.
      try await place.store.replaceEpoch()
    }
  }
}

extension TPMKeyStore {
  private func parts() throws(KeyStoreError) -> (TPMConnection, StoreState) {
    guard let state = try writtenState() else { throw KeyStoreError(.failed) }
    return (try TPMConnection(device), state)
  }

  func pinIndexName() throws(KeyStoreError) -> [UInt8] {
    let (tpm, state) = try parts()
    guard case .found(_, written: true) = try tpm.find(state.slot.pin) else { throw KeyStoreError(.failed) }
    return state.slot.pin.name(written: true)
  }

  /// Recreates the index as the owner can, with the same public area and a different PIN.
  func replacePINIndex(by pin: Secret) throws(KeyStoreError) {
    let (tpm, state) = try parts()
    if let index = try tpm.anyIndex(at: state.slot.pin.handle) { try tpm.undefine(index) }
    let session = try tpm.startSession(.authorization, with: try primary(tpm, of: state), [.continues, .decrypt])
    try definePINIndex(state.slot, PINAuthorization(pin, slot: state.slot).index, session, tpm)
  }

  func replaceEpoch() throws(KeyStoreError) {
    let (tpm, state) = try parts()
    if let index = try tpm.anyIndex(at: state.slot.epoch.handle) { try tpm.undefine(index) }
    try tpm.increment(try tpm.define(state.slot.epoch))
  }

  /// `true` if the gate opens to a session that proves only its authorization value.
  func openGateAlone(_ pin: Secret) throws(KeyStoreError) -> Bool {
    let (tpm, state) = try parts()
    guard let area = state.gateArea, let object = state.gate?.object else { throw KeyStoreError(.failed) }
    let primary = try primary(tpm, of: state), gate = try tpm.load(area, object.wrapped, under: primary)
    try tpm.setAuthorization(PINAuthorization(pin, slot: state.slot).gate, of: gate)
    var isOpen = false
    for policy in [false, true] {
      let session = try tpm.startSession(policy ? .policy : .authorization, with: primary),
        target = try tpm.startSession(.policy)
      if policy { try tpm.policyAuthorizationValue(session) }
      if case .shown = try tpm.policySecret(of: gate, target, authorizing: session, lifetime: 10) { isOpen = true }
      tpm.flush(target)
      tpm.flush(session)
    }
    return isOpen
  }

  func changeIndexAlone(from old: Secret, to new: Secret) throws(KeyStoreError) {
    let tpm = try TPMConnection(device), ceremony = try ceremony(tpm), slot = ceremony.state.slot
    try changeIndex(from: PINAuthorization(old, slot: slot), to: PINAuthorization(new, slot: slot), ceremony)
  }

  func writeCountBack(byOwner: Bool) throws(KeyStoreError) {
    let (tpm, state) = try parts()
    guard let index = try tpm.anyIndex(at: state.slot.pin.handle),
      var content = TPM2B_MAX_NV_BUFFER([0, 0, 0, 0, 0, 0, 0, 8])
    else {
      throw KeyStoreError(.failed)
    }
    if byOwner {
      return try tpm.run("TPM2_NV_Write") {
        Esys_NV_Write(tpm.esys, Handle.owner, index, Handle.password, Handle.none, Handle.none, &content, 0)
      }
    }
    let session = try tpm.startSession(.policy)
    try tpm.policyCommand(Command.writeIndex, session)
    try tpm.policyIndexUnwritten(session)
    try tpm.policyAny(of: state.slot.pinBranches, session)
    try tpm.write([0, 0, 0, 0, 0, 0, 0, 8], to: index, session)
  }
}
