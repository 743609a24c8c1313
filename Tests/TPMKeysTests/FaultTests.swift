import Authenticator
import Encoding
import Foundation
import TestProgram
import TestTPM
import Testing

@testable import TPMKeys

@Suite struct FaultTests {
  let message = Array("authenticator data and client data".utf8)

  @Test("a count never repeats after a power cut, with old files or after a reset")
  func counter() async throws {
    let place = try Place()
    var last = try await place.store.advanceCounter()
    func advance(_ store: TPMKeyStore, _ comment: Comment) async throws {
      let value = try await store.advanceCounter()
      #expect(value > last, comment)
      last = value
    }
    try place.folder.copy(as: "copy")
    for _ in 0..<5 { try await advance(place.store, "one after the other") }
    try await advance(place.another, "another program")
    try place.tpm.restart()
    try await advance(place.store, "after a power failure")
    try place.folder.putBack("copy")
    try await advance(place.another, "with files put back")
    try await place.store.reset()
    try await advance(place.store, "after a reset")
  }

  @Test("stores that count concurrently never return the same number")
  func counterAtOnce() async throws {
    let place = try Place(), stores = (0..<4).map { _ in place.another }
    let values = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for store in stores {
        group.addTask {
          var values: [UInt32] = []
          for _ in 0..<10 { values.append(try await store.advanceCounter()) }
          return values
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(values).count == 40)
  }

  @Test("two hundred uses, right and wrong, leave no object or session in the TPM")
  func leavesNothing() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let key = try await place.store.makeKey(.signing, guard: .pin),
      other = try await place.store.makeKey(.authenticationCode, guard: .nothing)
    for round in 0..<40 {
      let leave = try await place.store.verifyPIN(Place.right)
      _ = try await place.store.sign(message, with: key.reference, leave: leave)
      _ = try await place.store.authenticationCode(of: message, with: other.reference, leave: nil)
      _ = try? await place.store.verifyPIN(Place.wrong)
      _ = try? await place.store.sign(
        message, with: KeyReference(key.reference.bytes.dropLast() + [UInt8(round)]), leave: leave)
    }
    let tpm = try TPMConnection(place.tpm.device)
    for kind in Occupants.allCases { #expect(try !tpm.holds(kind)) }
  }

  @Test("if the TPM is gone, no key is created and nothing is written")
  func keyGeneration() async throws {
    let place = try Place()
    _ = try await place.store.sealingKey()
    let before = try FileManager.default.contentsOfDirectory(atPath: place.folder.store).sorted()
    place.tpm.stop()
    #expect(await code { try await place.store.makeKey(.signing, guard: .nothing) } == .unavailable)
    #expect(await code { try await place.store.makeKey(.signing, guard: .pin) } == .unavailable)
    try place.tpm.start()
    #expect(await code { try await place.store.makeKey(.signing, guard: .pin) } == .pinNotSet)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.store).sorted() == before)
  }

  @Test("without a TPM, the error names the missing file, and so does the situation")
  func missing() async throws {
    let folder = try TemporaryFolder(), device = "device:/dev/no-such-tpm"
    let store = TPMKeyStore(folder: folder.store, device: device)
    do {
      _ = try await store.sealingKey()
      Issue.record("there is no TPM")
    } catch {
      #expect(error.code == .unavailable)
      #expect(error.reason.contains("/dev/no-such-tpm"))
    }
    #expect(TPMSituation(device: device).obstacle == .missing("/dev/no-such-tpm"))
  }

  @Test("only a device that cannot be opened is reported as possibly held by another program")
  func noTPM() throws {
    let folder = try TemporaryFolder(), device = "device:" + folder.path
    #expect(TPMSituation(device: device).obstacle == .occupied(folder.path))
    let later = KeyStoreError(.failed, "The TPM's answer cannot be read.")
    #expect(TPMObstacle(later, at: DeviceFile(device)) == .silent(later.reason))
  }

  @Test("a situation reports the TPM's maker and firmware, and that no authorization is set")
  func situation() throws {
    let tpm = try TestTPM(), situation = TPMSituation(device: tpm.device)
    #expect(situation.obstacle == nil)
    #expect(situation.manufacturer == "IBM")
    #expect(situation.firmware.split(separator: ".").count == 4)
    #expect(situation.mostFailures > 0)
    #expect(
      !situation.isLockedOut && !situation.isOwnerAuthorizationSet && !situation.isLockoutAuthorizationSet
        && situation.stores == 0)
  }

  @Test("a TPM whose permanent memory is full reports it, and freed space is used")
  func full() async throws {
    let place = try Place()
    let tpm = place.tpm.device
    var made: [IndexArea] = []
    // Other programs fill it until no further store fits.
    do {
      for number in 0..<2_000 {
        let area = IndexArea(
          handle: 0x0150_0000 + UInt32(number), attributes: [.counter, .noDA, .authRead, .authWrite], policy: [])
        _ = try TPMConnection(tpm).define(area)
        made.append(area)
      }
    } catch { #expect(error.code == .full) }
    #expect(await code { try await place.store.sealingKey() } == .full)
    for area in made {
      let connection = try TPMConnection(tpm)
      if let index = try connection.anyIndex(at: area.handle) { try connection.undefine(index) }
    }
    _ = try await place.store.sealingKey()
    try await place.store.setPIN(Place.right)
  }

  @Test("several stores share one TPM, and resetting one does not affect the others")
  func neighbours() async throws {
    let place = try Place(), other = try Place(place.tpm)
    try await place.store.setPIN(Place.right)
    try await other.store.setPIN(Place.next)
    let key = try await place.store.makeKey(.signing, guard: .pin)
    #expect(TPMSituation(device: place.tpm.device).stores == 2)
    try await other.store.reset()
    let leave = try await place.store.verifyPIN(Place.right)
    #expect(
      try await Place.isSignature(
        place.store.sign(message, with: key.reference, leave: leave), of: message, by: key.publicKey))
    #expect(await code { try await other.store.verifyPIN(Place.right) } == .pinNotSet)
  }

  @Test("a damaged state file is reported as damaged, and a reset creates a new store")
  func damaged() async throws {
    let place = try Place()
    _ = try await place.store.sealingKey()
    let path = "\(place.folder.store)/tpm-store", bytes = try Data(contentsOf: URL(filePath: path))
    for damage in [Data(), bytes.dropLast(), bytes + [0], Data([0xa0]), Data(repeating: 0xff, count: 70_000)] {
      try damage.write(to: URL(filePath: path))
      #expect(await code { try await place.store.sealingKey() } == .failed)
    }
    try await place.store.reset()
    _ = try await place.store.sealingKey()
  }
}
