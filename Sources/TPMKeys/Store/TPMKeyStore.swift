import Authenticator
import CTSS2
import Encoding
import Foundation
import Synchronization

/// Keys in a TPM 2.0. They are generated in the TPM and never leave it (E-01, E-07). The data stored on disk can be
/// read only by this TPM (E-09, E-10).
///
/// - A key that requires the PIN is unlocked by the TPM, not by this program. Its policy names a gate, and the gate
///   opens once the PIN has been shown both to an NV index, which counts wrong tries and stops at eight, and to the
///   gate itself.
/// - All keys depend on the value of a counter in the TPM. They become unusable when a reset raises it; nothing lowers
///   it.
/// - The PIN crosses the bus only as a proof, made with a key that was agreed with the TPM for that one use.
///
/// The holder of the TPM's owner authorization, which is nearly always empty, can destroy all keys but use none of
/// them. They can recreate the index and then try PINs on the gate. The gate is under the TPM's own protection, which
/// holds as long as nobody else has the lockout authorization.
public actor TPMKeyStore: KeyStore {
  public nonisolated let isDeviceBound = true
  let folder: StoreFolder
  let device: String
  /// The lifetime of a leave in seconds.
  let lifetime: Int32
  var objects = ObjectCache()
  /// The most recently read bytes of the state file, and the state they contained.
  let seen = Mutex<(bytes: [UInt8], state: StoreState)?>(nil)
  /// The C library's descriptions of the store's indexes.
  var indexes: [IndexArea: [UInt8]] = [:]
  private let executor = TPMExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - folder: The folder for the store's small files; created if it does not exist.
  ///   - device: The TPM in tpm2-tss notation: `device:/dev/tpmrm0`, or `swtpm:path=…` for a software TPM.
  public init(folder: String, device: String = "device:/dev/tpmrm0") {
    self.init(folder: folder, device: device, lifetime: LeaveLifetime.seconds)
  }

  init(folder: String, device: String, lifetime: Int) {
    self.folder = StoreFolder(path: folder)
    self.device = device
    self.lifetime = Int32(clamping: lifetime)
  }

  /// Returns an index of the store, or `nil` if the index does not exist or was never written.
  func index(_ area: IndexArea, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR? {
    if let description = indexes[area] { return try tpm.index(described: description) }
    guard case .found(let index, written: true) = try tpm.find(area) else { return nil }
    indexes[area] = try tpm.described(index)
    return index
  }

  /// Returns the parent of all keys. The caller must flush it.
  func primary(_ tpm: TPMConnection, of state: StoreState?) throws(KeyStoreError) -> ESYS_TR {
    if let saved = objects.primary, saved.name == state?.primary ?? saved.name,
      let handle = tpm.restored(saved.object)
    {
      return handle
    }
    let (handle, name) = try tpm.createPrimary()
    objects.primary = (name, try tpm.saved(handle))
    guard name == state?.primary ?? name else {
      throw KeyStoreError(.unknownKey, "This key store was made with another TPM, or the TPM was cleared.")
    }
    return handle
  }
}

/// Objects that the TPM exported encrypted, so that they need not be created or loaded each time. Kept in memory only.
struct ObjectCache {
  var primary: (name: [UInt8], object: SavedObject)?
  /// Keys for authentication codes.
  var keys = LatelyUsed<SavedObject>()
  /// Signing keys, as TPMS_CONTEXT.
  var signingKeys = LatelyUsed<[UInt8]>()

  mutating func forgetKeys() { (keys, signingKeys) = (.init(), .init()) }
}

/// The sixteen most recently added values.
struct LatelyUsed<Value> {
  private var values: [KeyReferenceForm: Value] = [:]
  /// The references, oldest first.
  private var order: [KeyReferenceForm] = []
  private static var most: Int { 16 }

  subscript(key: KeyReferenceForm) -> Value? {
    get { values[key] }
    set {
      order.removeAll { $0 == key }
      values[key] = newValue
      guard newValue != nil else { return }
      order.append(key)
      if order.count > Self.most { values[order.removeFirst()] = nil }
    }
  }
}

/// A dedicated thread for the store: calls to the TPM block for as long as it works, and Swift's few threads are meant
/// for work that does not block.
final class TPMExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "latchstring.tpm")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// The TPM's own confirmation that the PIN was shown to one gate. It does not contain the PIN.
final class TPMPINSession: PINSession {
  let gate: [UInt8]
  /// The gate as it was stored on disk; its bytes differ for each PIN.
  let wrapped: [UInt8]
  let ticket: SecretTicket
  init(gate: [UInt8], wrapped: [UInt8], ticket: SecretTicket) {
    (self.gate, self.wrapped, self.ticket) = (gate, wrapped, ticket)
  }
}
