import Foundation
import Sentences

/// What the system reports about a file before it is read. A missing file is distinguished from an unreadable one.
public enum FileLook: Equatable {
  case readable, missing, folder
  /// The file exists but cannot be read, for this reason, stated in plain words.
  case unreadable(Sentence)

  public init(at path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { self = Self(refusal: errno); return }
    guard found.st_mode & S_IFMT != S_IFDIR else { self = .folder; return }
    self = access(path, R_OK) == 0 ? .readable : Self(refusal: errno)
  }

  /// - Parameter number: The system's error number, from `errno`.
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
  ///   - kind: The kind of file, placed before its path, like “database at ”.
  ///   - path: The path of the file.
  /// - Returns: `nil` if the file can be read.
  public func sentence(_ path: String, _ kind: Sentence = "file ") -> Sentence? {
    switch self {
    case .readable: nil
    case .missing: "There is no \(kind)\(path)."
    case .folder: "\(path) is a folder, not a file."
    case .unreadable(let reason): "\(path) cannot be read: \(reason)."
    }
  }

  /// - Parameters:
  ///   - advice: What to do if the file does not exist.
  ///   - missing: The code that tells programs that the file does not exist.
  /// - Throws: `ConfigurationProblem` if the file cannot be read.
  public static func expectReadable(
    _ path: String, _ kind: Sentence = "file ", advice: Sentence = "", missing: String = "unreadable"
  ) throws {
    let look = FileLook(at: path), isMissing = look == .missing
    guard let sentence = look.sentence(path, kind) else { return }
    throw ConfigurationProblem(isMissing ? "\(sentence)\(advice)" : sentence, code: isMissing ? missing : "unreadable")
  }
}
