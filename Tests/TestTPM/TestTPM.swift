import Foundation
import GuardedShell
import Synchronization

/// A test's own TPM 2.0 in software, with an endorsement certificate from a local authority. Its state is in a
/// temporary folder, which is removed with it. It ends with `stop`, when the last reference is released, and with this
/// process however that ends.
///
/// As with any TPM behind a socket, nobody cleans up in it: anything a program leaves in its few slots stays there.
public final class TestTPM: Sendable {
  public let folder: String
  private let running = Mutex<GuardedShell?>(nil)

  /// The device's name in tpm2-tss.
  public var device: String { "swtpm:path=\(folder)/socket" }
  /// The root certificate above its endorsement key's, and those in between, as PEM files.
  public var rootCertificate: String { authority + "/swtpm-localca-rootca-cert.pem" }
  public var intermediateCertificate: String { authority + "/certificate.pem" }
  private let authority: String

  /// Starts a new TPM, and returns once it answers.
  public init() throws {
    authority = try Manufacture.authority.get().folder
    var name = Array("/tmp/latchstring-tpm-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw TestTPMError("No folder can be made in /tmp: \(String(cString: strerror(errno))).")
    }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      try Manufacture.manufacture(in: folder)
      try start()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }
  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Powers the TPM on with its stored state, and returns once it answers.
  public func start() throws {
    try running.withLock { shell in
      guard shell == nil else { return }
      for socket in ["socket", "socket.ctrl"] { unlink("\(folder)/\(socket)") }
      shell = try GuardedShell(Self.script, [folder])
      let end = ContinuousClock.now + .seconds(60)
      while !isListening {
        guard ContinuousClock.now < end else {
          throw TestTPMError("swtpm does not start. It said: \(Manufacture.text(folder + "/output").suffix(600))")
        }
        usleep(5_000)
      }
    }
  }

  /// Powers the TPM off without warning, as in a power failure. Returns once it is gone.
  public func stop() {
    running.withLock { shell in
      shell?.stop()
      shell = nil
    }
  }

  /// Power-cycles the TPM: its volatile memory is lost, and its permanent state is kept.
  public func restart() throws {
    stop()
    try start()
  }

  /// `true` once the TPM is listening: of the two sockets, the one for commands appears last.
  private var isListening: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/socket".utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  private static let script = """
    trap '' INT TERM HUP
    cd "$1" || exit 1
    swtpm socket --tpm2 --tpmstate dir="$1/state" --server type=unixio,path="$1/socket" \
      --ctrl type=unixio,path="$1/socket.ctrl" --flags not-need-init,startup-clear </dev/null >"$1/output" 2>&1 &
    tpm=$!
    read -r _
    kill -s KILL "$tpm"
    wait "$tpm" 2>/dev/null
    """
}

/// The reason why a test has no TPM, as a sentence for the person who runs it.
public struct TestTPMError: Error, CustomStringConvertible {
  public let description: String
  init(_ sentence: String) { description = sentence }

  static func missing(_ file: String, package: String) -> Self {
    Self(
      """
      \(file) is missing: install the Debian package \(package) (apt-get install \(package)), \
      or run scripts/setup tests.
      """)
  }
}
