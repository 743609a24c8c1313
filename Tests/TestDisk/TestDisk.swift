import Foundation
import TestProgram

/// A disk for a program under test, whose power can be cut: anything that the program has not synced is then lost.
///
/// The program runs with a library (`power_cut.c`) that records at each sync what is certain to be on the disk from
/// then on.
public final class TestDisk: Sendable {
  /// A folder that is on the disk from the start. Anything created in it is on the disk once it has been synced.
  public let folder: String
  private let kept: String, library: String

  /// - Throws: `TestDisk.Problem` if there is no C compiler.
  public init() async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "latchstring-disk-\(UUID())").path
    (folder, kept, library) = (place + "/disk", place + "/kept", place + "/power_cut.so")
    for path in [folder, kept] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "power_cut.c").path
    let built = try await TestProgram(
      ["/usr/bin/env", "cc", "-shared", "-fPIC", "-o", library, source, "-ldl", "-pthread"]
    ).run()
    guard built.status == 0 else { throw Problem(reason: "A C compiler is needed (install g++): \(built.errors)") }
  }
  deinit { try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent) }

  /// The environment that the program needs.
  public var environment: [String: String] {
    ["LD_PRELOAD": library, "POWER_CUT_WATCHED": folder, "POWER_CUT_KEPT": kept]
  }

  /// The number of times that the program has synced something on the disk.
  public var syncs: Int { FileManager.default.contents(atPath: kept + "/syncs")?.count ?? 0 }

  /// Copies the contents of the disk after power returns into a new folder, and returns its path.
  public func afterPowerCut() throws -> String {
    let restored = (folder as NSString).deletingLastPathComponent + "/restored-\(UUID())"
    var about = stat()
    guard stat(folder, &about) == 0 else { throw Problem(reason: "\(folder) is gone.") }
    try restore(folder: UInt(about.st_ino), to: restored)
    return restored
  }

  private func restore(folder inode: UInt, to path: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    // A folder that was never synced is empty.
    let names = files.contents(atPath: "\(kept)/folder-\(inode)").map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in names.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let inode = UInt(parts[0]) else { throw Problem(reason: "An unreadable line: \(line)") }
      let place = "\(path)/\(parts[2])"
      if parts[1] == "folder" {
        try restore(folder: inode, to: place)
      } else {
        try (files.contents(atPath: "\(kept)/file-\(inode)") ?? Data()).write(to: URL(filePath: place))
      }
    }
  }

  public struct Problem: Error { public var reason: String }
}
