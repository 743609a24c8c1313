import Foundation
import Sentences

/// What the system says of a file before it is read: one that is not there is told from one that may not be read.
public enum FileLook: Equatable {
  case readable, missing, folder
  /// In plain words, why.
  case unreadable(Sentence)

  public init(at path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { self = Self(refusal: errno); return }
    guard found.st_mode & S_IFMT != S_IFDIR else { self = .folder; return }
    self = access(path, R_OK) == 0 ? .readable : Self(refusal: errno)
  }

  /// - Parameter number: The system's, in `errno`.
  public init(refusal number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .missing
    case EISDIR: self = .folder
    case EACCES, EPERM: self = .unreadable("this user may not read it, or not look into its folder")
    case ELOOP: self = .unreadable("its links lead in a circle")
    case ENAMETOOLONG: self = .unreadable("its name is too long")
    case EIO: self = .unreadable("the disk it is on reports a fault")
    default: self = .unreadable(Sentence(verbatim: String(cString: strerror(number))))
    }
  }

  /// - Parameters:
  ///   - kind: What it should be, like “database at ” before its path.
  ///   - path: Its path.
  /// - Returns: `nil` where it can be read.
  public func sentence(_ path: String, _ kind: Sentence = "file ") -> Sentence? {
    switch self {
    case .readable: nil
    case .missing: "There is no \(kind)\(path)."
    case .folder: "\(path) is a folder, not a file."
    case .unreadable(let reason): "\(path) cannot be read: \(reason)."
    }
  }

  /// - Parameters:
  ///   - advice: What to do where it is not there.
  ///   - missing: For programs, that it is not there.
  /// - Throws: `ConfigurationProblem` where it cannot be read.
  public static func expectReadable(
    _ path: String, _ kind: Sentence = "file ", advice: Sentence = "", missing: String = "unreadable"
  ) throws {
    let look = FileLook(at: path), isMissing = look == .missing
    guard let sentence = look.sentence(path, kind) else { return }
    throw ConfigurationProblem(isMissing ? "\(sentence)\(advice)" : sentence, code: isMissing ? missing : "unreadable")
  }
}
