import Encoding
import Escrow
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore

/// Strict reading of requests: each value is either missing, malformed or valid.
extension Request {
  /// Returns the bytes of a header field in base32, or `nil` if the field is missing.
  func base32(_ name: HTTPField.Name, count: Int? = nil, orElse code: RefusalCode) throws -> [UInt8]? {
    guard let text = headers[name] else { return nil }
    guard let bytes = CrockfordBase32.decode(text, count: count) else { throw ProviderRefusal(code, name.rawName) }
    return bytes
  }

  /// Returns a number in the query, or `nil` if the number is missing.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw ProviderRefusal(.parameterMalformed, name)
    }
    return number
  }

  /// Returns the time in milliseconds for which the response may wait for a payment or a transfer, at most half a
  /// minute.
  func patience() throws -> Int { min(try number("timeout_ms", in: 0...Int.max) ?? 0, 30_000) }

  /// Returns the body, which must have its announced length and stay below a limit in bytes.
  func limitedBody(below limit: Int) async throws -> [UInt8] {
    guard let text = headers[.contentLength] else { throw ProviderRefusal(.contentLengthMissing) }
    guard let length = Int(text), length >= 0 else { throw ProviderRefusal(.contentLengthMalformed) }
    guard length < limit else { throw ProviderRefusal(.tooLarge) }
    return Array((try await wholeBody(upTo: length)).readableBytesView)
  }

  /// Decodes a JSON body, which need not announce its length.
  func json<Body: Decodable>(_: Body.Type, below limit: Int) async throws -> Body {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length >= limit { throw ProviderRefusal(.tooLarge) }
    let bytes = try await wholeBody(upTo: limit).readableBytesView
    // RFC 8259 §8.1 requires UTF-8, but the decoder also accepts other encodings. In each of them, the first character
    // contains a zero byte.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw ProviderRefusal(.jsonInvalid)
    }
    // The decoder's own error is not passed on, because it would quote the input.
    do { return try JSONDecoder().decode(Body.self, from: Data(bytes)) } catch { throw ProviderRefusal(.jsonInvalid) }
  }

  /// Reads the whole body. A connection that is lost midway is not reported to the operator.
  private func wholeBody(upTo limit: Int) async throws -> ByteBuffer {
    do { return try await body.collect(upTo: limit) } catch let error as any HTTPResponseError { throw error } catch {
      throw ProviderRefusal(.uploadChanged)
    }
  }
}

extension PeerContext {
  /// Returns the 32 bytes that a name in the path encodes.
  func name(_ parameter: String) throws -> [UInt8] {
    guard let text = parameters.get(parameter), let bytes = CrockfordBase32.decode(text, count: 32) else {
      throw ProviderRefusal(.parameterMalformed, parameter)
    }
    return bytes
  }
}

extension Base32Bytes {
  /// Returns the bytes of a parameter if it has exactly this number of bytes.
  func bytes(_ count: Int, of name: String) throws -> [UInt8] {
    guard bytes.count == count else { throw ProviderRefusal(.jsonInvalid, name) }
    return bytes
  }
}

extension Response {
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
  static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok)
    -> Response
  {
    Response(status: status, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
  static func bytes(_ bytes: [UInt8], headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "application/octet-stream"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
