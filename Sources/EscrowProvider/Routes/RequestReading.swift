import Encoding
import Escrow
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore

/// Strict reading of requests: each value is either missing, malformed or valid.
extension Request {
  /// A header field in base32; `nil` if it is missing.
  func base32(_ name: HTTPField.Name, count: Int? = nil, orElse code: RefusalCode) throws -> [UInt8]? {
    guard let text = headers[name] else { return nil }
    guard let bytes = CrockfordBase32.decode(text, count: count) else { throw ProviderRefusal(code, name.rawName) }
    return bytes
  }

  /// A number in the query; `nil` if it is missing.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw ProviderRefusal(.parameterMalformed, name)
    }
    return number
  }

  /// The time in milliseconds for which the answer may wait for a payment or a transfer, at most half a minute.
  func patience() throws -> Int { min(try number("timeout_ms", in: 0...Int.max) ?? 0, 30_000) }

  /// The body, which must have its announced length and stay below a limit in bytes.
  func limitedBody(below limit: Int) async throws -> [UInt8] {
    guard let text = headers[.contentLength] else { throw ProviderRefusal(.contentLengthMissing) }
    guard let length = Int(text), length >= 0 else { throw ProviderRefusal(.contentLengthMalformed) }
    guard length < limit else { throw ProviderRefusal(.tooLarge) }
    return Array((try await wholeBody(upTo: length)).readableBytesView)
  }

  /// A JSON body, which need not announce its length.
  func json<Body: Decodable>(_: Body.Type, below limit: Int) async throws -> Body {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length >= limit { throw ProviderRefusal(.tooLarge) }
    let bytes = try await wholeBody(upTo: limit).readableBytesView
    // The decoder also accepts other encodings, although RFC 8259 §8.1 requires UTF-8; each of them has a zero byte in
    // its first character.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw ProviderRefusal(.jsonInvalid)
    }
    // The decoder's own error would quote the input.
    do { return try JSONDecoder().decode(Body.self, from: Data(bytes)) } catch { throw ProviderRefusal(.jsonInvalid) }
  }

  /// A connection that breaks off midway need not be reported to the operator.
  private func wholeBody(upTo limit: Int) async throws -> ByteBuffer {
    do { return try await body.collect(upTo: limit) } catch let error as any HTTPResponseError { throw error } catch {
      throw ProviderRefusal(.uploadChanged)
    }
  }
}

extension PeerContext {
  /// A name in the path that encodes 32 bytes.
  func name(_ parameter: String) throws -> [UInt8] {
    guard let text = parameters.get(parameter), let bytes = CrockfordBase32.decode(text, count: 32) else {
      throw ProviderRefusal(.parameterMalformed, parameter)
    }
    return bytes
  }
}

extension Base32Bytes {
  /// The bytes of a parameter, if there are exactly this many.
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
