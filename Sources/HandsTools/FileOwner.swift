import Foundation

/// Whom a file belongs to that root makes for a service.
public struct FileOwner: Sendable {
  let user: uid_t, group: gid_t

  /// Returns the owner of the first of these places that is not root's; `nil` if somebody else than root asks.
  public static func forRoot(of places: [String]) -> FileOwner? {
    guard geteuid() == 0 else { return nil }
    return places.lazy.compactMap { path in
      var found = stat()
      return stat(path, &found) == 0 ? FileOwner(user: found.st_uid, group: found.st_gid) : nil
    }.first { $0.user != 0 }
  }

  /// Returns `true` if a file that is made in this folder may be given to the owner: the folder is theirs, or root alone
  /// could have put it there. Otherwise, a link could make root give away a file in any folder.
  func mayHave(fileIn folder: CInt, at path: String) -> Bool {
    var found = stat()
    guard fstat(folder, &found) == 0 else { return false }
    return found.st_uid == user || found.st_uid == 0 && Self.isRoots(path)
  }

  private static func isRoots(_ folder: String) -> Bool {
    var place = URL(filePath: folder), protecting: mode_t = 0
    while true {
      var found = stat()
      guard lstat(place.path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR, found.st_uid == 0,
        found.st_mode & 0o022 == 0 || found.st_mode & protecting != 0
      else { return false }
      guard place.path != "/" else { return true }
      place.deleteLastPathComponent()
      protecting = S_ISVTX  // who may write to such a folder can move nothing of root's in it
    }
  }
}
