import Encoding
import Escrow
import Foundation

/// A picture of a person in a file on this computer.
public enum PhotoFile {
  public enum Fault: Error, Hashable, Sendable { case unreadable, notPicture, tooLarge }

  /// Reads the picture and returns it as base64, in the form that its field accepts.
  public static func read(_ path: String) throws(Fault) -> Secret {
    let place = path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    // Only a regular file is read, because reading anything else might never end.
    guard
      (try? FileManager.default.attributesOfItem(atPath: URL(filePath: place).resolvingSymlinksInPath().path))?[.type]
        as? FileAttributeType
        == .typeRegular,
      let handle = FileHandle(forReadingAtPath: place)
    else { throw .unreadable }
    defer { try? handle.close() }
    let read: Data?
    do { read = try handle.read(upToCount: Photo.most + 1) } catch { throw .unreadable }
    let photo: Photo
    do throws(Photo.Fault) { photo = try Photo(Array(read ?? Data())) } catch {
      throw error == .tooLarge ? .tooLarge : .notPicture
    }
    guard let bare = photo.bare else { throw .notPicture }
    return Secret(Array(Data(bare.bytes).base64EncodedString().utf8))
  }
}
