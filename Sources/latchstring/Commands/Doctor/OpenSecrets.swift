import Foundation
import HandsTools
import PasskeyHands
import Sentences

/// The files with a password, a token or a key that everybody on this computer can read.
enum OpenSecrets {
  static func findings(_ read: StrictSettings) throws -> [Doctor.Finding] {
    var findings = try StrictSettings.secretFiles.compactMap { key in
      try read.text(key).flatMap { finding($0, "Everybody on this computer can read \($0), which \(key) names.") }
    }
    let key = try AuditKey(read, of: "")
    findings += ([key.path] + key.formerFiles).compactMap { path in
      finding(path, "Everybody on this computer can read \(path), a key of the audit log.")
    }
    let keys = try ServiceKeys.path(read)
    if let found = finding(keys, "Everybody on this computer can read \(keys), the keys for services.") {
      findings.append(found)
    }
    if let file = read.file, let key = read.secretInFile,
      let found = finding(file, "Everybody on this computer can read \(file), and \(key) in it.")
    {
      findings.append(found)
    }
    return findings
  }

  private static func finding(_ path: String, _ sentence: Sentence) -> Doctor.Finding? {
    guard isOpen(path) else { return nil }
    return Doctor.Finding(
      isFine: false, topic: "Settings", sentence: "\(sentence) Close it: chmod o-r \(ShellWord.quoted(path))")
  }

  /// Returns `true` if everybody can read the file, and enter each of the folders that it lies in.
  static func isOpen(_ path: String) -> Bool {
    guard let real = realpath(path, nil) else { return false }
    defer { free(real) }
    var place = URL(filePath: String(cString: real)), wanted = S_IROTH
    while true {
      var found = stat()
      guard stat(place.path, &found) == 0, found.st_mode & wanted != 0 else { return false }
      guard place.path != "/" else { return true }
      place.deleteLastPathComponent()
      wanted = S_IXOTH
    }
  }
}
