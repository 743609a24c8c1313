import CFIDO
import Encoding

/// How the key makes sure that it is in its holder's hands (CTAP 2.1 §5, user verification).
enum HolderVerification: Sendable {
  case none
  /// The key does it itself, with a finger or a PIN pad.
  case builtIn
  case pin(Secret)

  var pin: Secret? { if case .pin(let pin) = self { pin } else { nil } }
  var isBuiltIn: Bool { if case .builtIn = self { true } else { false } }

  /// Calls a function of libfido2 with the PIN, or without one.
  func withPIN<Result>(_ use: (UnsafePointer<CChar>?) -> Result) -> Result {
    pin.map { $0.withCString { use($0) } } ?? use(nil)
  }
}

extension OpenKey {
  /// Asks for a PIN until the key takes it. The key is asked for an assertion that needs no touch, so that a wrong PIN
  /// is known before anybody touches anything.
  ///
  /// - Parameters:
  ///   - allowed: The ids that are looked for; empty for any.
  /// - Returns: The PIN, and the ids that are on the key; `nil` if there is none.
  /// - Throws: `SecurityKeyProblem`.
  func askPIN(_ holder: any KeyHolder, rpID: String, allowed: [[UInt8]]) async throws -> (
    HolderVerification, found: [[UInt8]]?
  ) {
    var isAgain = false
    while true {
      let tries = await triesLeft()
      guard tries != 0 else { throw SecurityKeyProblem.pinBlocked }
      let verification = HolderVerification.pin(try await holder.pin(triesLeft: tries, isAgain: isAgain))
      do { return (verification, try await look(rpID: rpID, allowed, verification)) } catch SecurityKeyProblem.wrongPIN
      {
        isAgain = true
      }
    }
  }

  /// Returns the ids that the key has among these, found without a touch; `nil` if it has none.
  private func look(rpID: String, _ allowed: [[UInt8]], _ verification: HolderVerification) async throws -> [[UInt8]]? {
    for list in allowed.inLists(ofAtMost: facts.mostInList) {
      // Nobody verifies this signature, but libfido2 signs over something.
      var request = AssertionRequest(rpID: rpID, clientData: [0], allowed: list, verification: verification)
      request.needsTouch = false
      let (code, found) = await call { [request] in request.perform($0) }
      switch code {
      case FIDO_OK: return found.map(\.id)
      case FIDO_ERR_NO_CREDENTIALS: continue
      default: throw SecurityKeyProblem(code: code)
      }
    }
    return nil
  }
}

extension [[UInt8]] {
  /// Splits the ids into lists that a key takes. No ids are one empty list, which means any.
  ///
  /// - Parameter most: The most that a list may hold; 0 if any number may be.
  func inLists(ofAtMost most: Int) -> [[[UInt8]]] {
    guard most > 0, count > most else { return [self] }
    return stride(from: 0, to: count, by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
  }
}
