import Authenticator
import Synchronization

@testable import PasskeyHands

/// A fake authenticator that echoes its requests and, for certain ones, waits until it is cancelled or released.
actor PlayedAuthenticator: PasskeyAuthenticator {
  private(set) var requests: [[UInt8]] = []
  private(set) var cancels = 0, powerCycles = 0
  private var waiting: CheckedContinuation<[UInt8], Never>?
  private var arrivals: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []

  /// The first byte of a request that waits.
  static let waits: UInt8 = 0x42

  func respond(to request: [UInt8], on channel: UInt32) async -> [UInt8] {
    requests.append(request)
    defer { arrived() }
    guard request.first == Self.waits else { return [0] + request }
    return await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiting = $0
        arrived()
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      Task { await cancel() }
    }
  }

  func respond(toU2F apdu: [UInt8]) async -> [UInt8] {
    requests.append(apdu)
    return Array("U2F_V2".utf8) + [0x90, 0]
  }

  private func cancel() {
    guard waiting != nil else { return }
    cancels += 1
    letGo([0x2d])
  }
  func powerCycle() { powerCycles += 1 }
  func forgetSecrets() {}
  func verifies() -> Bool { false }
  func speaksU2F() -> Bool { true }
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) {}
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) -> String? { nil }
  func keptPasskeys() -> [KeptPasskey] { [] }

  func letGo(_ answer: [UInt8]) {
    waiting?.resume(returning: answer)
    waiting = nil
  }

  /// Returns once this many requests have arrived.
  func untilAsked(_ count: Int) async {
    guard requests.count < count else { return }
    await withCheckedContinuation { arrivals.append((count, $0)) }
  }

  private func arrived() {
    for arrival in arrivals where arrival.count <= requests.count { arrival.waiter.resume() }
    arrivals.removeAll { $0.count <= requests.count }
  }
}
