import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import RelyingParty
import Sentences

/// The source of a metadata BLOB: an address or a file.
public enum MetadataSource {
  /// The address at which the FIDO Alliance publishes its metadata.
  public static let published = "https://mds3.fidoalliance.org/"

  /// Reads the bytes, without trailing line breaks. An address must use https, or http on this computer only.
  public static func read(_ source: String) async throws -> [UInt8] {
    var bytes = source.contains("://") ? try await fetch(source) : try file(source)
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }

  private static func file(_ path: String) throws -> [UInt8] {
    try FileLook.expectReadable(path)
    guard let input = FileHandle(forReadingAtPath: path),
      let data = try? input.read(upToCount: MetadataBLOB.maximumSize + 2)
    else {
      throw ConfigurationProblem("\(path) cannot be read.")
    }
    return Array(data)
  }

  private static func fetch(_ address: String) async throws -> [UInt8] {
    guard let url = URL(string: address),
      url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost"].contains(url.host())
    else {
      throw ConfigurationProblem("\(address) is not an address that begins with https.")
    }
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow  // the address that was named is the one that is asked
    configuration.connectionPool.retryConnectionEstablishment = false  // who is offline is told at once
    do {
      return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        guard response.status == .ok else { throw ConfigurationProblem("\(address) answers \(response.status.code).") }
        return Array(try await response.body.collect(upTo: MetadataBLOB.maximumSize).readableBytesView)
      }
    } catch let problem as ConfigurationProblem { throw problem } catch is NIOTooManyBytesError {
      throw ConfigurationProblem("\(address) answers more than \(MetadataBLOB.maximumSize >> 20) MiB.")
    } catch { throw ConfigurationProblem("\(address) \(silence(error))") }
  }

  /// Explains why there was no response in plain words rather than the HTTP library's.
  private static func silence(_ error: any Error) -> Sentence {
    let late: [HTTPClientError] = [.connectTimeout, .readTimeout, .deadlineExceeded]
    if let error = error as? HTTPClientError, late.contains(error) {
      return "does not answer in time. Try again later."
    }
    return "cannot be reached, or not securely. Look whether this computer is online and the address is right."
  }
}
