import CFIDO
import Encoding
import Foundation
import Synchronization

/// A security key that this process has open. Calls wait for the key and its holder, so each runs on a thread of its
/// own, one at a time.
final class OpenKey: Sendable {
  /// What the key says of itself (CTAP 2.1 §6.4).
  struct Facts: Sendable {
    var hasPIN = false
    /// `true` if the key can verify its holder itself, and is set up for it.
    var hasVerification = false
    var extensions: Set<String> = []
    var transports: [String] = []
    /// COSE numbers.
    var algorithms: [Int64] = []
    /// The most credentials that a request may list; 0 if the key does not say.
    var mostInList = 0
  }

  let path: String
  let facts: Facts
  /// libfido2's device. Only one call uses it at a time, besides `fido_dev_cancel`, which is made for that.
  private nonisolated(unsafe) let device: OpaquePointer

  private init(path: String, device: OpaquePointer, facts: Facts) {
    self.path = path; self.device = device; self.facts = facts
  }
  deinit {
    var device: OpaquePointer? = device
    fido_dev_close(device)
    fido_dev_free(&device)
  }

  /// How long a key may take to answer a greeting, in milliseconds.
  private static let greeting: Int32 = 5_000

  /// - Throws: `notPermitted`, `notAKey`, `tooOld`.
  static func open(_ path: String) async throws -> OpenKey {
    try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread { waiter.resume(with: Result { try openNow(path) }) }
    }
  }

  private static func openNow(_ path: String) throws(SecurityKeyProblem) -> OpenKey {
    guard access(path, R_OK | W_OK) == 0 else { throw errno == EACCES ? .notPermitted(path) : .notAKey(path) }
    fido_init(0)
    guard let device = fido_dev_new() else { throw .failed(code: FIDO_ERR_INTERNAL) }
    fido_dev_set_timeout(device, greeting)
    guard fido_dev_open(device, path) == FIDO_OK else {
      var device: OpaquePointer? = device
      fido_dev_free(&device)
      throw .notAKey(path)
    }
    let key = OpenKey(path: path, device: device, facts: facts(of: device))
    guard fido_dev_is_fido2(device) else { throw .tooOld }
    return key
  }

  private static func facts(of device: OpaquePointer) -> Facts {
    var facts = Facts(hasPIN: fido_dev_has_pin(device), hasVerification: fido_dev_has_uv(device))
    var said = fido_cbor_info_new()
    defer { fido_cbor_info_free(&said) }
    guard fido_dev_is_fido2(device), fido_dev_get_cbor_info(device, said) == FIDO_OK else { return facts }
    func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int) -> [String] {
      (0..<count).compactMap { list?[$0].map { String(cString: $0) } }
    }
    facts.extensions = Set(texts(fido_cbor_info_extensions_ptr(said), fido_cbor_info_extensions_len(said)))
    facts.transports = texts(fido_cbor_info_transports_ptr(said), fido_cbor_info_transports_len(said))
    facts.algorithms = (0..<fido_cbor_info_algorithm_count(said)).map { Int64(fido_cbor_info_algorithm_cose(said, $0)) }
    facts.mostInList = Int(clamping: fido_cbor_info_maxcredcntlst(said))
    return facts
  }

  /// Performs a call. If the task is cancelled, the key is told so, and the call ends soon with its error.
  ///
  /// - Parameter milliseconds: How long the key may take.
  func call<Outcome: Sendable>(
    within milliseconds: Int32 = OpenKey.greeting, _ work: @escaping @Sendable (OpaquePointer) -> Outcome
  ) async -> Outcome {
    let gate = Gate()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        Thread.detachNewThread { [self] in
          fido_dev_set_timeout(device, milliseconds)
          let outcome = work(device)
          gate.close()
          waiter.resume(returning: outcome)
        }
      }
    } onCancel: {
      // A key that does not wait yet ignores it, so it is said until the call has ended.
      Thread.detachNewThread { [self] in while gate.pass({ fido_dev_cancel(device) }) { usleep(50_000) } }
    }
  }

  /// The number of wrong PINs that the key still takes; `nil` if it does not say.
  func triesLeft() async -> Int? {
    await call { device in
      var tries: Int32 = 0
      return fido_dev_get_retry_count(device, &tries) == FIDO_OK ? Int(tries) : nil
    }
  }
}

/// Lets something happen only while a call is under way.
private final class Gate: Sendable {
  private let isOpen = Mutex(true)
  func close() { isOpen.withLock { $0 = false } }
  /// Returns `false`, and does nothing, once the gate is closed.
  func pass(_ work: () -> Int32) -> Bool {
    isOpen.withLock { isOpen in
      if isOpen { _ = work() }
      return isOpen
    }
  }
}

extension Secret {
  /// Passes the secret as the text of a C function, and wipes that copy.
  func withCString<Result>(_ use: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { copy in
      withBytes { copy.copyMemory(from: $0) }
      copy[count] = 0
      defer { Wiping.wipe(copy) }
      return use(copy.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
  }
}
