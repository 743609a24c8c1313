import Foundation
import HTTPConnections
import Hummingbird

extension Request {
  /// Returns the fields of a form. A duplicate field is rejected, because two readers could use different values.
  func form(_ context: PeerContext) async throws -> [String: String] {
    var fields: [String: String] = [:]
    for pair in String(decoding: try await bodyData(context), as: UTF8.self).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
      guard let name = parts.first ?? nil, let value = parts.count == 2 ? parts[1] : "",
        fields.updateValue(value, forKey: name) == nil
      else { throw HTTPError.unreadable }
    }
    return fields
  }

  /// - Parameter limit: The maximum length in bytes; `nil` for the limit of a form or an ordinary message.
  func bodyData(_ context: PeerContext, upTo limit: Int? = nil) async throws -> Data {
    Data(buffer: try await body.collect(upTo: limit ?? context.maxUploadSize))
  }

  /// Decodes `application/x-www-form-urlencoded` text; returns `nil` if the text is malformed.
  private static func decoded(_ text: Substring) -> String? { text.replacing("+", with: " ").removingPercentEncoding }
}
