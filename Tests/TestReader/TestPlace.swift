import CardHands
import Foundation
import Synchronization

/// A folder with the socket of a test's own daemon, and the PC/SC library through which this process reaches it. It
/// outlives the daemon, so that a test can watch the daemon come and go.
public final class TestPlace: Sendable {
  let folder: String
  public let socket: String
  /// A library that knows only this place.
  public let pcsc: PCSC

  public convenience init() throws { try self.init(socket: nil) }
  /// The same daemon, reached as another program would reach it.
  public convenience init(beside place: TestPlace) throws { try self.init(socket: place.socket) }

  private init(socket given: String?) throws {
    var name = Array("/tmp/latchstring-reader-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw TestReaderError("No folder can be made in /tmp: \(String(cString: strerror(errno))).")
    }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socket = given ?? folder + "/socket"
    do { pcsc = try Self.library(in: folder, for: socket) } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let loading = Mutex(())

  /// A copy of the library file, so that the loader gives it separate variables.
  private static func library(in folder: String, for socket: String) throws -> PCSC {
    let copy = folder + "/libpcsclite.so"
    try FileManager.default.copyItem(atPath: try linkedLibrary(), toPath: copy)
    return try loading.withLock { _ in
      guard let library = dlopen(copy, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND), let pcsc = PCSC(library: library) else {
        throw TestReaderError(
          "The copy of libpcsclite cannot be loaded: \(dlerror().map { String(cString: $0) } ?? "no reason given").")
      }
      // The library reads the variable on first use and keeps the value. Other threads may read the environment
      // meanwhile: glibc replaces the value of an existing variable without moving anything else.
      setenv("PCSCLITE_CSOCK_NAME", socket, 1)
      _ = pcsc.situation()
      return pcsc
    }
  }

  /// The library file that this process is linked to.
  private static func linkedLibrary() throws -> String {
    // Read until the end, because this file reports a size of 0.
    let maps = String(
      decoding: try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data(), as: UTF8.self)
    let files = maps.split(separator: "\n").map { String($0.drop { $0 != "/" }) }
    guard let file = files.first(where: { $0.contains("/libpcsclite.so") && !$0.hasPrefix("/tmp/") }) else {
      throw TestReaderError.missing("libpcsclite.so.1", package: "libpcsclite1")
    }
    return file
  }
}
