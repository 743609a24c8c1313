import Authenticator
import Encoding
import Foundation
import TestProgram
import TestTPM
import Testing

@testable import TPMKeys

/// Every change to the store is interrupted at each of its TPM commands, and repeated by a program that starts later.
@Suite struct CutTests {
  let message = Array("authenticator data and client data".utf8)

  @Test("an interrupted store creation is completed by the next program, in the same place")
  func founding() async throws {
    try await cutEverywhere { _ in
    } cut: { store in
      _ = try await store.sealingKey()
    } after: { place, _ in
      let key = try await place.another.sealingKey()
      #expect(try await key.matches(place.another.sealingKey()))
    }
  }

  @Test("after an interruption while setting it, the PIN is set or can be set again")
  func setting() async throws {
    try await cutEverywhere { place in
      _ = try await place.store.sealingKey()
    } cut: { store in
      try await store.setPIN(Place.right)
    } after: { place, _ in
      if try await place.another.pinStatus() == .notSet { try await place.another.setPIN(Place.right) }
      try await expectUse(place, Place.right, try await place.another.makeKey(.signing, guard: .pin))
    }
  }

  @Test("an interrupted PIN change leaves the old or the new PIN, and can be repeated")
  func changing() async throws {
    try await cutEverywhere { place in
      try await place.store.setPIN(Place.right)
      return try await place.store.makeKey(.signing, guard: .pin)
    } cut: { store in
      try await store.changePIN(from: Place.right, to: Place.next)
    } after: { place, key in
      let isOld = await code { try await place.another.verifyPIN(Place.right) } == nil
      try await expectUse(place, isOld ? Place.right : Place.next, key)
      if !isOld { #expect(TPMSituation(device: place.tpm.device).failures <= 1) }
      try await place.another.changePIN(from: isOld ? Place.right : Place.next, to: Place.pin("third"))
      try await expectUse(place, Place.pin("third"), key)
    }
  }

  @Test("E-08: an interrupted and repeated reset destroys PIN and keys, and leaves no index")
  func resetting() async throws {
    try await cutEverywhere { place in
      try await place.store.setPIN(Place.right)
      _ = try await place.store.advanceCounter()
      return try await place.store.makeKey(.signing, guard: .nothing)
    } cut: { store in
      try await store.reset()
    } after: { place, key in
      try await place.another.reset()
      #expect(try await place.another.pinStatus() == .notSet)
      #expect(await code { try await place.another.sign(message, with: key.reference, leave: nil) } == .unknownKey)
      #expect(try TPMConnection(place.tpm.device).handles(in: Slot.range).count == 2)  // epoch and counter
    }
  }

  @Test("a busy TPM is tried again; one that stays busy is reported")
  func busy() async throws {
    let place = try Place()
    let key = try await place.store.makeKey(.signing, guard: .nothing)
    let passing = try CuttingWire(to: place.tpm, after: .max, .busy(times: 12))
    let patient = TPMKeyStore(folder: place.folder.store, device: passing.device)
    #expect(
      try await Place.isSignature(
        patient.sign(message, with: key.reference, leave: nil), of: message, by: key.publicKey))
    passing.close()
    let staying = try CuttingWire(to: place.tpm, after: .max, .busy(times: .max))
    let refused = TPMKeyStore(folder: place.folder.store, device: staying.device)
    #expect(await code { try await refused.sign(message, with: key.reference, leave: nil) } == .busy)
    staying.close()
  }

  private func expectUse(_ place: Place, _ pin: Secret, _ key: MadeKey) async throws {
    let leave = try await place.another.verifyPIN(pin)
    #expect(
      try await Place.isSignature(
        place.another.sign(message, with: key.reference, leave: leave), of: message, by: key.publicKey))
  }

  /// - Parameters:
  ///   - prepare: Runs on a new store.
  ///   - change: The change to interrupt.
  ///   - after: Checks the store, and repeats the change.
  private func cutEverywhere<Prepared>(
    _ prepare: (Place) async throws -> Prepared, cut change: (TPMKeyStore) async throws -> Void,
    after: (Place, Prepared) async throws -> Void
  ) async throws {
    let tpm = try TestTPM()
    for fault in [CuttingWire.Fault.before, .after] {
      var count = 0
      while true {
        let place = try Place(tpm), prepared = try await prepare(place)
        let wire = try CuttingWire(to: tpm, after: count, fault)
        // The last commands only clean up: if interrupted there, the change has already been made.
        _ = await code { try await change(TPMKeyStore(folder: place.folder.store, device: wire.device)) }
        wire.close()
        try await tidy(tpm)
        try await after(place, prepared)
        #expect(TPMSituation(device: tpm.device).stores == 1, "command \(count)")
        try await place.another.discard()
        #expect(try TPMConnection(tpm.device).handles(in: Slot.range).isEmpty, "command \(count)")
        guard wire.wasCut else { break }
        count += 1
      }
      #expect(count > 4)
    }
  }

  /// Does what the kernel does when a program ends, and reduces the TPM's failure count as an hour would.
  private func tidy(_ tpm: TestTPM) async throws {
    var commands: [[String]] = []
    do {
      let connection = try TPMConnection(tpm.device)
      for (kind, option) in [(Occupants.objects, "-t"), (.sessions, "-l"), (.sessionsGivenOut, "-s")]
      where try connection.holds(kind) {
        commands.append(["tpm2_flushcontext", option])
      }
    }
    if TPMSituation(device: tpm.device).failures > 0 { commands.append(["tpm2_dictionarylockout", "-c"]) }
    for command in commands {
      let outcome = try await TestProgram(["/usr/bin/\(command[0])"] + command.dropFirst() + ["-T", tpm.device]).run()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }
}
