import Encoding
import Escrow
import Foundation
import LocalHands
import Model

/// A picture in a folder of its own, which its owner alone can read, for as long as somebody looks at it. Under `sudo` that is who called it, so that
/// nobody has to open a stranger's picture as root.
struct ShownPhoto {
  private let folder: String
  let path: String

  init(_ photo: Photo) throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/latchstring-photo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw ConfigurationProblem("There is no room for the picture: no folder can be made for it.") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/photo.\(photo.kind.ending)"
    do {
      try NewFile.write(Secret(photo.bytes), to: path)
      if let caller = SudoCaller(ProcessInfo.processInfo.environment), !caller.takes([path, folder]) {
        throw ConfigurationProblem("The picture cannot be given to who called sudo, so it is not shown. Use --show NUMBER --to - instead.")
      }
    } catch {
      remove()
      throw error
    }
  }
  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
