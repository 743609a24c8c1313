import Authenticator
import Encoding
import Foundation
import TestProgram
import TestTPM
import Testing

@testable import TPMKeys

/// One store and one TPM used by several processes. swtpm serves one connection at a time: a process that kept its
/// connection open would lock the others out.
@Suite struct SeveralProcessesTests {
  private static let folderName = "LATCHSTRING_SHARED_STORE", deviceName = "LATCHSTRING_SHARED_TPM", rounds = 10
  let message = Array("authenticator data and client data".utf8)

  @Test("E-16: three processes share one store; each is served, and no counter is issued twice")
  func processes() async throws {
    let place = try Place()
    try await place.store.setPIN(Place.right)
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let environment = [Self.folderName: place.folder.store, Self.deviceName: place.tpm.device]
          let outcome = try await TestProgram.tests(
            "TPMKeysTests.SeveralProcessesTests.oneOfThem", environment: environment
          ).run()
          #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
          return outcome.output
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let counters = outputs.flatMap {
      $0.split(separator: "\n").compactMap { $0.hasPrefix("counter ") ? UInt32($0.dropFirst(8)) : nil }
    }
    #expect(counters.count == 3 * Self.rounds)
    #expect(Set(counters).count == counters.count)
    #expect(try await place.store.pinStatus() == .set(retries: 8))
    #expect(TPMSituation(device: place.tpm.device).stores == 1)
  }

  @Test("helper: the work of each process, run only when another test starts it")
  func oneOfThem() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment[Self.folderName], let device = environment[Self.deviceName] else { return }
    let store = TPMKeyStore(folder: folder, device: device)
    for round in 0..<Self.rounds {
      let key = try await store.makeKey(.signing, guard: .pin), leave = try await store.verifyPIN(Place.right)
      let signed = try await store.signCounting(with: key.reference, leave: leave) { counter in Array("\(counter)".utf8)
      }
      #expect(try Place.isSignature(signed.signature, of: signed.message, by: key.publicKey))
      print("\ncounter \(String(decoding: signed.message, as: UTF8.self))")
      if round.isMultiple(of: 3) { _ = try? await store.verifyPIN(Place.wrong) }
    }
    _ = try await store.verifyPIN(Place.right)
  }

  @Test("three processes that start without a store create it only once")
  func founding() async throws {
    let place = try Place()
    let keys = try await withThrowingTaskGroup(of: Secret.self) { group in
      for _ in 0..<4 { group.addTask { try await place.another.sealingKey() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for key in keys { #expect(key.matches(keys[0])) }
    #expect(TPMSituation(device: place.tpm.device).stores == 1)
  }

  @Test("a PIN change in one process closes what the old PIN had opened in another")
  func pinChange() async throws {
    let place = try Place(), other = place.another
    try await place.store.setPIN(Place.right)
    let key = try await other.makeKey(.signing, guard: .pin), leave = try await other.verifyPIN(Place.right),
      before = try other.generation()
    #expect(try place.another.generation() == before)
    try await place.store.changePIN(from: Place.right, to: Place.next)
    #expect(try other.generation() != before)
    #expect(await code { try await other.sign(message, with: key.reference, leave: leave) } == .pinRequired)
    #expect(await code { try await other.verifyPIN(Place.right) } == .wrongPIN(retries: 7))
    #expect(try await place.store.pinStatus() == .set(retries: 7))
    let fresh = try await other.verifyPIN(Place.next)
    #expect(
      try await Place.isSignature(
        other.sign(message, with: key.reference, leave: fresh), of: message, by: key.publicKey))
  }

  @Test("E-08: a reset in one process ends another's keys, leave, sealing key and PIN")
  func reset() async throws {
    let place = try Place(), other = place.another
    try await place.store.setPIN(Place.right)
    let key = try await other.makeKey(.signing, guard: .pin), free = try await other.makeKey(.signing, guard: .nothing)
    let leave = try await other.verifyPIN(Place.right), before = try other.generation(),
      seal = try await other.sealingKey()
    let last = try await other.advanceCounter()
    _ = try await other.sign(message, with: free.reference, leave: nil)
    try await place.store.reset()
    #expect(try other.generation() != before)
    #expect(try await !other.sealingKey().matches(seal))
    #expect(try await other.pinStatus() == .notSet)
    #expect(await code { try await other.sign(message, with: key.reference, leave: leave) } == .unknownKey)
    #expect(await code { try await other.sign(message, with: free.reference, leave: nil) } == .unknownKey)
    #expect(try await other.advanceCounter() > last)
  }

  @Test("a TPM in use elsewhere is waited for, then reported as busy, and works again afterwards")
  func occupied() async throws {
    let place = try Place()
    _ = try await place.store.sealingKey()
    let short = try #require(TPMOccupant(place.tpm)), waiting = Task { try await place.store.advanceCounter() }
    short.leave()
    _ = try await waiting.value
    let long = try #require(TPMOccupant(place.tpm))
    #expect(await code { try await place.store.advanceCounter() } == .busy)
    long.leave()
    _ = try await place.store.advanceCounter()
  }

  @Test("on a full disk the PIN is not set and the store says why; afterwards it can be set")
  func full() async throws {
    let outcome = try await TestProgram.tests(
      "TPMKeysTests.SeveralProcessesTests.limited", environment: ["LATCHSTRING_FILE_LIMIT": "0"]
    ).run()
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("refused as full"), "\(outcome.output)")
  }

  @Test("helper: the work of the process without disk space, run only by another test")
  func limited() async throws {
    guard ProcessInfo.processInfo.environment["LATCHSTRING_FILE_LIMIT"] != nil else { return }
    let place = try Place()
    _ = try await place.store.sealingKey()
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(1), &limit) == 0)
    let usual = limit.rlim_cur
    for most in [0, usual] {
      limit.rlim_cur = most
      try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
      if most == 0 {
        #expect(await code { try await place.store.setPIN(Place.right) } == .full)
        print("\nrefused as full")
      }
    }
    #expect(try await place.another.pinStatus() == .notSet)
    try await place.another.setPIN(Place.right)
    _ = try await place.store.verifyPIN(Place.right)
  }
}

/// Another program that occupies swtpm's only connection without sending anything.
private final class TPMOccupant: Sendable {
  private let descriptor: Int32

  init?(_ tpm: TestTPM) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "\(tpm.folder)/socket".utf8.prefix($0.count - 1))
    }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { return nil }
  }
  func leave() { close(descriptor) }
}
