import Foundation

/// Who called `sudo`, as it says itself (sudo(8), ENVIRONMENT).
struct SudoCaller: Hashable {
  var user: uid_t
  var group: gid_t

  /// - Parameter isRoot: Whether this process may give files away. Who is not root is believed nothing.
  init?(_ environment: [String: String], isRoot: Bool = geteuid() == 0) {
    guard isRoot, let user = Self.number(environment["SUDO_UID"]), let group = Self.number(environment["SUDO_GID"]) else { return nil }
    self.user = user; self.group = group
  }

  /// Gives them these, none of which is a link.
  ///
  /// - Parameter paths: What is in a folder before the folder: once that is theirs, they could put something else into it.
  /// - Returns: Whether all of them are theirs.
  func takes(_ paths: [String]) -> Bool {
    paths.allSatisfy { path in
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return fchown(file, user, group) == 0
    }
  }

  /// All ones would mean that nothing is changed (chown(2)).
  private static func number(_ text: String?) -> UInt32? {
    guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt32(text), number != .max else { return nil }
    return number
  }
}
