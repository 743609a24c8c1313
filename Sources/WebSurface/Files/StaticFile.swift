import HTTPTypes
import Hummingbird

/// One file as it is sent under an address that names its version. Only the compressed form is kept: nearly every client
/// takes it, and for the others it is unpacked.
struct StaticFile: Sendable {
  private let packed: [UInt8], count: Int
  private let type: MediaType
  /// The entity tag of the plain form, and of the compressed one: they are different bytes.
  private let plainTag: String, packedTag: String

  /// - Parameter tag: What tells this version of the file from every other.
  init(_ text: [UInt8], type: MediaType, tag: String) throws {
    packed = try Gzip.packed(text)
    count = text.count
    self.type = type
    plainTag = "\"\(tag)\""
    packedTag = "\"\(tag)-gzip\""
  }

  /// Answers a GET or a HEAD. A part of a file is never asked for by a page, so that `Range` is ignored, as RFC 9110
  /// §14.2 allows, and `Accept-Ranges` says so.
  func response(to request: Request) throws -> Response {
    let isPacked = AcceptedEncoding.isGzip(request.headers[values: .acceptEncoding].joined(separator: ","))
    var headers: HTTPFields = [
      .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding", .acceptRanges: "none",
      .eTag: isPacked ? packedTag : plainTag,
    ]
    if isHeld(by: request, as: isPacked ? packedTag : plainTag) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type.description
    if isPacked { headers[.contentEncoding] = "gzip" }
    if request.method == .head {
      headers[.contentLength] = "\(isPacked ? packed.count : count)"
      return Response(status: .ok, headers: headers)
    }
    let bytes = isPacked ? packed : try Gzip.unpacked(packed, count: count)
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Whether the client has it already in the form that it would get (RFC 9110 §13.1.2).
  private func isHeld(by request: Request, as own: String) -> Bool {
    request.headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { part in
      let tag = part.trimmingPrefix { $0.isWhitespace }.trimmingPrefix("W/").filter { !$0.isWhitespace }
      return tag == "*" || tag == own
    }
  }
}
