import Foundation
import Logging
import Model
import Model
import RelyingParty

/// The metadata provided by the conformance tool, in a folder that contains BLOBs and statements, one per file. Some of
/// its BLOBs are wrong on purpose, and their models must remain unknown.
public struct ConformanceMetadata {
  private let folder: String

  public init(folder: String) { self.folder = folder }

  /// Returns all of the metadata combined.
  /// - Throws: `ConfigurationProblem` if the folder or a statement in it cannot be read. A BLOB that cannot be trusted
  ///   is omitted, and the omission is logged.
  public func blob(
    adding known: [MetadataBLOB], verifying library: MetadataLibrary, at now: Date, _ logger: Logger
  ) throws -> MetadataBLOB {
    var statements: [[UInt8]] = [], blobs = known
    for file in try files() {
      let bytes = Array(try contents(of: file))
      switch (file as NSString).pathExtension {
      case "json":
        guard (try? MetadataBLOB(statements: [bytes])) != nil else {
          throw ConfigurationProblem("\(file) is no metadata statement of a model.")
        }
        statements.append(bytes)
      case "jwt":
        let token = bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes, trust = try library.trust()
        do { blobs.append(try MetadataBLOB(token, trust: trust, at: now.unixTime)) } catch {
          logger.warning("\(file) is left out. \(error.sentence)", source: Product.logSource)
        }
      default: continue
      }
    }
    do { return try MetadataBLOB(statements: statements, adding: blobs) } catch {
      throw ConfigurationProblem("\(folder): \(error.code.words)")
    }
  }

  private func files() throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { folder + "/" + $0 } } catch {
      throw ConfigurationProblem("conformance.metadata is \(folder), and that folder cannot be read.")
    }
  }
  private func contents(of file: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ConfigurationProblem("\(file) cannot be read.")
    }
    return data
  }
}
