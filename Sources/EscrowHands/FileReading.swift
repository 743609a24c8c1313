import Encoding
import Escrow
import Foundation
import Model

/// Reads files that a person names.
public enum FileReading {
  /// Reads a file to back up, under its own name.
  public static func secret(at path: String) throws -> CoreSecret {
    let bytes = try bytes(at: path, upTo: PackedDocument.maximumCount)
    guard !bytes.isEmpty else { throw ConfigurationProblem("\(path) is empty: there is nothing to back up.") }
    let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    return CoreSecret(
      Secret(bytes), mime: isText ? "text/plain" : "application/octet-stream",
      filename: URL(filePath: path).lastPathComponent)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `ConfigurationProblem` if the file cannot be read, or is larger than `most` bytes.
  public static func bytes(at path: String, upTo most: Int) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else { throw ConfigurationProblem("\(path) cannot be read.") }
    defer { try? handle.close() }
    var bytes: [UInt8] = []
    do {
      while bytes.count <= most, let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { bytes += part }
    } catch { throw ConfigurationProblem("\(path) cannot be read.") }
    guard bytes.count <= most else {
      throw ConfigurationProblem("\(path) is too large: at most \(most >> 20) megabytes can be read.")
    }
    return bytes
  }
}
