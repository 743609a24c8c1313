import Authenticator
import CTSS2
import Encoding
import Foundation
import Synchronization

/// Keys in a TPM 2.0. They are made inside it and never leave it (E-01, E-07); what lies on the disk only this TPM can
/// read (E-09, E-10).
///
/// - A key that waits for the PIN is opened by the TPM, not by this program: its policy names a gate, and the gate
///   opens where an NV index, which counts wrong tries and stops at eight, and the gate itself were both shown the PIN.
/// - All keys end with the value of a counter in the TPM, which a reset raises and nothing lowers.
/// - The PIN crosses the bus only as a proof, made with a key that was agreed with the TPM for that once.
///
/// The holder of the TPM's owner authorization, which is empty nearly everywhere, can destroy all this but use none of
/// it. They can make the index anew and then try PINs on the gate, under the TPM's own protection: a lockout
/// authorization that nobody else has keeps that up.
public actor TPMKeyStore: KeyStore {
  public nonisolated let isDeviceBound = true
  let folder: StoreFolder
  let device: String
  /// The lifetime of a leave in seconds.
  let lifetime: Int32
  var objects = ObjectCache()
  /// The state's file as it was read last, and what it said.
  let seen = Mutex<(bytes: [UInt8], state: StoreState)?>(nil)
  /// The C library's descriptions of the store's indexes.
  var indexes: [IndexArea: [UInt8]] = [:]
  private let executor = TPMExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - folder: Where its small files lie; made where it is not there.
  ///   - device: The TPM, as tpm2-tss calls it: `device:/dev/tpmrm0`, or `swtpm:path=…` for one in software.
  public init(folder: String, device: String = "device:/dev/tpmrm0") {
    self.init(folder: folder, device: device, lifetime: LeaveLifetime.seconds)
  }

  init(folder: String, device: String, lifetime: Int) {
    self.folder = StoreFolder(path: folder)
    self.device = device
    self.lifetime = Int32(clamping: lifetime)
  }

  /// An index of the store; `nil` where it is not there, or never written.
  func index(_ area: IndexArea, _ tpm: TPMConnection) throws(KeyStoreError) -> ESYS_TR? {
    if let description = indexes[area] { return try tpm.index(described: description) }
    guard case .found(let index, written: true) = try tpm.find(area) else { return nil }
    indexes[area] = try tpm.described(index)
    return index
  }

  /// The parent of all keys. It is the caller's to flush.
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

/// Objects that the TPM gave out encrypted, so that they need not be made or loaded each time. Only in memory.
struct ObjectCache {
  var primary: (name: [UInt8], object: SavedObject)?
  /// Keys for authentication codes.
  var keys = LatelyUsed<SavedObject>()
  /// Keys that sign, as TPMS_CONTEXT.
  var signingKeys = LatelyUsed<[UInt8]>()

  mutating func forgetKeys() { (keys, signingKeys) = (.init(), .init()) }
}

/// The sixteen that were put in last.
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

/// A thread of the store's own: the calls to the TPM block for as long as it works, and Swift's few threads are for
/// what does not.
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
  /// The gate as it lay on the disk, other bytes for each PIN.
  let wrapped: [UInt8]
  let ticket: SecretTicket
  init(gate: [UInt8], wrapped: [UInt8], ticket: SecretTicket) {
    (self.gate, self.wrapped, self.ticket) = (gate, wrapped, ticket)
  }
}
