import Foundation
import Synchronization

/// The library of tpm2-tss for one way to a TPM. Its loader lets it go with each connection and would find and read it again for the next.
enum TransportLibrary {
  private static let kept = Mutex<Set<String>>([])

  static func keep(for path: String) {
    let way = String(path.prefix { $0 != ":" })
    kept.withLock { kept in
      // Without it the loader looks for itself, and says what is missing.
      if kept.insert(way).inserted { dlopen("libtss2-tcti-\(way).so.0", RTLD_NOW) }
    }
  }
}
