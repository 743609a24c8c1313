import CardHands
import Foundation
import Synchronization
import VirtualReaders

/// A test's own smart-card daemon, with virtual readers of two slots each. It ends with `stop`, when the last reference
/// is released, and with this process however that ends.
///
/// Several can run simultaneously: each has its own socket, ports and folder, and a copy of the PC/SC library, because
/// a loaded library stays with one daemon (see `PCSC`). The virtual reader listens on all addresses and cannot be
/// configured otherwise. It is not put into a separate network namespace, because the test's cards, and programs that
/// simulate one, could reach it there only as root.
public final class TestReader: Sendable {
  public let place: TestPlace
  /// The daemon's names for the slots.
  public let names: [String]
  /// The port on which each slot listens for its card, in the order of `names`.
  public let ports: [Int]
  /// The slots for cards, in the order of `names`.
  public let slots: [VirtualReader]
  private let daemon: GuardedDaemon

  /// The PC/SC library through which this process reaches the daemon.
  public var pcsc: PCSC { place.pcsc }
  /// The environment that another program needs to reach the daemon.
  public var environment: [String: String] { ["PCSCLITE_CSOCK_NAME": place.socket] }

  /// Starts a daemon, and returns once the readers have appeared.
  ///
  /// - Parameters:
  ///   - readers: The number of virtual readers with two slots each, 0 to 7.
  ///   - place: The place where the daemon is to appear, for a test that watches it beforehand.
  public init(readers: Int = 1, at place: TestPlace? = nil) throws {
    let place = try place ?? TestPlace()
    self.place = place
    // Another program may take a port after it is chosen and before the reader listens on it.
    for _ in 0..<5 {
      let ports = try (0..<readers).flatMap { _ in try Self.freePair() }
      let daemon = try Self.start(ports, in: place)
      // The daemon lists them in the order in which it found the files.
      let names = place.pcsc.situation().readers.map(\.name).sorted()
      if names.count == ports.count {
        self.daemon = daemon; self.ports = ports; self.names = names
        slots = ports.map { VirtualReader(port: $0) }
        return
      }
      daemon.stop()
    }
    let output = (try? String(contentsOfFile: place.folder + "/output", encoding: .utf8)) ?? ""
    throw TestReaderError("The smart-card daemon does not show its readers. It said: \(output.suffix(600))")
  }

  /// Stops the daemon, and returns once it is gone.
  public func stop() {
    unlink(place.socket)
    daemon.stop()
  }
  deinit { stop() }

  private static let program = "/usr/sbin/pcscd"
  private static let driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"

  private static func start(_ ports: [Int], in place: TestPlace) throws -> GuardedDaemon {
    guard access(program, X_OK) == 0 else { throw TestReaderError.missing(program, package: "pcscd") }
    guard access(driver, R_OK) == 0 else { throw TestReaderError.missing(driver, package: "vsmartcard-vpcd") }
    let configuration = place.folder + "/readers", files = FileManager.default
    try? files.removeItem(atPath: configuration)
    try files.createDirectory(atPath: configuration, withIntermediateDirectories: true)
    for (index, port) in ports.enumerated() where index % 2 == 0 {
      // A second entry with the same driver file makes the daemon hang.
      let copy = "\(place.folder)/driver\(index / 2).so"
      if !files.fileExists(atPath: copy) {
        try files.copyItem(at: URL(filePath: driver).resolvingSymlinksInPath(), to: URL(filePath: copy))
      }
      let entry = """
        FRIENDLYNAME "Test Reader \(index / 2 + 1)"
        DEVICENAME /dev/null:\(port)
        LIBPATH \(copy)
        CHANNELID \(port)

        """
      try entry.write(toFile: "\(configuration)/reader\(index / 2)", atomically: false, encoding: .utf8)
    }
    let listening = try listen(at: place.socket)
    // The daemon must hold the last copy of the descriptor: a client connecting after the daemon's death would wait
    // forever.
    defer { close(listening) }
    return try GuardedDaemon(
      [program, "--foreground", "--config", configuration], listening: listening, output: place.folder + "/output")
  }

  private static func listen(at path: String) throws -> Int32 {
    unlink(path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard descriptor >= 0, bound == 0, chmod(path, 0o600) == 0, Foundation.listen(descriptor, 64) == 0 else {
      throw TestReaderError("No socket at \(path): \(String(cString: strerror(errno))).")
    }
    return descriptor
  }

  private static let lastPort = Mutex(Int.random(in: 8_000..<14_000))

  /// Two consecutive ports that nobody is listening on and that no other test in this process was given. They are below
  /// the range that the system uses for outgoing connections.
  private static func freePair() throws -> [Int] {
    for _ in 0..<500 {
      let port = lastPort.withLock { port in
        port = port < 14_900 ? port + 2 : 8_000
        return port
      }
      if isFree(port), isFree(port + 1) { return [port, port + 1] }
    }
    throw TestReaderError("No two free ports in a row between 8000 and 15000.")
  }

  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
