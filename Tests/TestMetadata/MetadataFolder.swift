import Foundation

/// A folder for a program's data, beside a root and a BLOB with number 7 that the root signed.
public struct MetadataFolder: Sendable {
  public static let aaguid = [UInt8](1...16)
  public let url: URL
  public let signer: SignedMetadata
  public var path: String { url.path }

  /// Creates the folder for as long as the body runs.
  public static func with(_ body: (MetadataFolder) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    let folder = MetadataFolder(url: url, signer: try SignedMetadata())
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(folder.signer.pem.utf8).write(to: url.appending(path: "root.pem"))
    try folder.write("7")
    try await body(folder)
  }

  /// Writes a BLOB with one model.
  public func write(_ number: String, nextUpdate: String = "2099-01-31", as name: String = "blob.jwt") throws {
    var payload = MetadataPayload([
      MetadataPayload.entry(MetadataPayload.aaguid(Self.aaguid), name: "Model\\u001b[31m One")
    ])
    payload.number = number
    payload.nextUpdate = "\"\(nextUpdate)\""
    try Data(try signer.token(payload.json) + [0x0a]).write(to: url.appending(path: name))
  }
}
