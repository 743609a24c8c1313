import Authenticator
import CTSS2
import Foundation
import Synchronization

/// The library of tpm2-tss for one way to a TPM. Its loader lets it go with each connection and would find and read it again for the next.
enum TransportLibrary {
  private static let kept = Mutex<Set<String>>([])

  /// A TPM whose device only one program can open is waited for.
  static func open(_ path: String) throws(KeyStoreError) -> OpaquePointer {
    keep(for: path)
    let file = DeviceFile(path), end = ContinuousClock.now + .seconds(10)
    while true {
      var transport: OpaquePointer?
      if Tss2_TctiLdr_Initialize(path, &transport) == 0, let transport { return transport }
      guard let file else { throw KeyStoreError(.unavailable, "No TPM answers at \(path).") }
      guard file.isOccupied else { throw KeyStoreError(.unavailable, file.obstacle) }
      guard ContinuousClock.now < end else { throw KeyStoreError(.busy, file.obstacle) }
      usleep(20_000)
    }
  }

  static func close(_ transport: OpaquePointer) {
    var transport: OpaquePointer? = transport
    Tss2_TctiLdr_Finalize(&transport)
  }

  private static func keep(for path: String) {
    let way = String(path.prefix { $0 != ":" })
    kept.withLock { kept in
      // Without it the loader looks for itself, and says what is missing.
      if kept.insert(way).inserted { dlopen("libtss2-tcti-\(way).so.0", RTLD_NOW) }
    }
  }
}
