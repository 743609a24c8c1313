import Encoding
import Crypto
import Foundation

extension Authenticator {
  /// User presence (CTAP 2.1 §4): asks the person.
  func confirmPresence(_ occasion: Occasion) async throws {
    let person = person
    switch try await asking({ await person.confirmPresence(for: occasion) }) {
    case .present: return
    case .declined: throw CTAPStatus.operationDenied
    case .cancelled: throw CTAPStatus.keepaliveCancel
    case .timedOut: throw CTAPStatus.userActionTimeout
    }
  }

  /// Why the PIN typed at the authenticator did not verify.
  enum VerificationFailure: Error { case blocked, invalid, gaveUp }

  /// Built-in user verification: the authenticator itself asks for the PIN (CTAP 2.1 §6.5.3.1 performBuiltInUv). Who types it is present, too.
  func verifyHere(_ occasion: Occasion) async throws -> any Leave {
    guard let verification = person.verification else { throw CTAPStatus.invalidOption }
    for _ in 0..<Self.triesHere {
      guard case .set(let retries) = try await keys.pinStatus(), retries > 0 else { throw VerificationFailure.blocked }
      guard let pin = try await asking({ await verification.askPIN(for: occasion, retries: retries) }) else { throw VerificationFailure.gaveUp }
      // Who presses Enter too early has tried nothing.
      guard PINText.isPossible(pin) else { continue }
      do {
        let leave = try await keys.verifyPIN(PINText.hash(pin))
        wrongPINsInARow = 0
        return leave
      } catch {
        guard case .wrongPIN = error.code else { throw error }
      }
    }
    throw VerificationFailure.invalid
  }
  private static let triesHere = 3

  /// Waits for the person, and says so to the transport; ends when the command is cancelled.
  private func asking<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) async throws -> Answer {
    guard !isCancelled, !Task.isCancelled else { throw CTAPStatus.keepaliveCancel }
    let task = Task { await ask() }
    stopAsking = { task.cancel() }
    isWaitingForPerson = true
    defer {
      stopAsking = nil
      isWaitingForPerson = false
    }
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    guard !task.isCancelled else { throw CTAPStatus.keepaliveCancel }
    return answer
  }
}
