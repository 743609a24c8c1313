import Foundation
import GuardedShell

/// The folder of one siege, in which all its parts keep their files. It goes with this process, however that ends.
final class Place: Sendable {
  let path: String
  /// A folder on a disk of its own that is soon full; `nil` if this user may not mount one.
  let smallDisk: String?
  private let shell: GuardedShell

  /// How much the small disk holds, in MiB: two databases' worth of write-ahead log, and room for one.
  private static let smallDiskSize = 512

  init() throws {
    var name = Array("/tmp/latchstring-siege-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SiegeError("No folder can be made in /tmp.") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, 0o711)  // the database's user passes through
    shell = try GuardedShell(Self.script, [path, geteuid() == 0 ? "yes" : "no", "\(Self.smallDiskSize)"])
    let end = ContinuousClock.now + .seconds(10)
    while !FileManager.default.fileExists(atPath: path + "/ready"), ContinuousClock.now < end { usleep(5_000) }
    smallDisk = FileManager.default.fileExists(atPath: path + "/mounted") ? path + "/small" : nil
  }
  /// Removes the folder. Everything in it must have ended.
  deinit { shell.stop() }

  /// Makes a folder in it, for this user or for the database's.
  func folder(_ name: String, forDatabase: Bool = false) async throws -> String {
    let folder = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if forDatabase, geteuid() == 0 { try await run(["/usr/bin/chown", "postgres:postgres", folder]) }
    return folder
  }

  private static let script = """
    trap '' INT TERM HUP
    if [ "$2" = yes ]; then
      mkdir "$1/small"
      if mount -t tmpfs -o "size=$3m,mode=711" siege "$1/small" 2>/dev/null; then : >"$1/mounted"; fi
    fi
    : >"$1/ready"
    read -r _
    sleep 1 # where this process was killed, its parts are still ending
    if [ -e "$1/mounted" ]; then umount -l "$1/small"; fi
    rm -rf "$1"
    """
}
