import Encoding
import Escrow
import Foundation
import HandsTools
import Model

/// A picture in a folder of its own, which only its owner can read, for as long as the picture is being viewed. Under
/// `sudo` the owner is the caller, so that nobody must open a stranger's picture as root.
struct ShownPhoto {
  private let folder: String
  let path: String

  init(_ photo: Photo) throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/latchstring-photo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ConfigurationProblem("There is no room for the picture: no folder can be made for it.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/photo.\(photo.kind.ending)"
    do {
      try NewFile.write(Secret(photo.bytes), to: path)
      if let caller = SudoCaller(ProcessInfo.processInfo.environment), !caller.takes([path, folder]) {
        throw ConfigurationProblem(
          "The picture cannot be given to who called sudo, so it is not shown. Use --show NUMBER --to - instead.")
      }
    } catch {
      remove()
      throw error
    }
  }
  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// The user who called `sudo`, as `sudo` reports it (sudo(8), ENVIRONMENT).
struct SudoCaller: Hashable {
  var user: uid_t
  var group: gid_t

  /// - Parameter isRoot: `true` if this process may change the owner of files. If it is `false`, the environment is not
  ///   trusted.
  init?(_ environment: [String: String], isRoot: Bool = geteuid() == 0) {
    guard isRoot, let user = Self.number(environment["SUDO_UID"]), let group = Self.number(environment["SUDO_GID"])
    else { return nil }
    self.user = user; self.group = group
  }

  /// Makes the caller the owner of these files, none of which may be a link.
  ///
  /// - Parameter paths: The contents of a folder before the folder itself. A caller who owns the folder could replace
  ///   what it contains.
  /// - Returns: `true` if the caller now owns all of them.
  func takes(_ paths: [String]) -> Bool {
    paths.allSatisfy { path in
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return fchown(file, user, group) == 0
    }
  }

  /// A value with all bits set would mean no change (chown(2)).
  private static func number(_ text: String?) -> UInt32? {
    guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt32(text), number != .max
    else { return nil }
    return number
  }
}
