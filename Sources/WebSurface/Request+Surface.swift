import Foundation
import HTTPTypes
import Hummingbird
import Model

extension Request {
  /// `true` if the request accepts HTML, as a page or a plain form does; `hands.js` and programs request JSON.
  var wantsHTML: Bool { (headers[.accept] ?? "").contains("text/html") }
  /// `true` if `hands.js` requests the rendered screen in addition to the values.
  var wantsDrawnScreen: Bool { (headers[.accept] ?? "").contains("application/vnd.latchstring.screen+json") }
  /// A description by which a person would recognize the browser.
  var browser: BrowserPhrase { BrowserPhrase(userAgent: headers[.userAgent] ?? "") }
  /// The device, as far as the browser reveals it. An iPad claims to be a computer.
  var device: Device {
    let name = headers[.userAgent] ?? ""
    if name.contains("iPhone") || name.contains("iPod") { return .iPhone }
    return HTTPField.Name("Sec-CH-UA-Mobile").flatMap { headers[$0] } == "?1" || name.contains("Mobile")
      ? .phone : .computer
  }
}

extension Response {
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
  /// Redirects to a page after a POST (303: the browser follows with GET).
  static func seeOther(_ path: String) -> Response { .redirect(to: path, type: .normal) }
}
