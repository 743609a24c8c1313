import Foundation
import HTTPTypes
import Hummingbird
import Model

extension Request {
  /// A page or a plain form asks for HTML; `hands.js` and programs ask for JSON.
  var wantsHTML: Bool { (headers[.accept] ?? "").contains("text/html") }
  /// `hands.js` wants the drawn screen beside the values.
  var wantsDrawnScreen: Bool { (headers[.accept] ?? "").contains("application/vnd.latchstring.screen+json") }
  /// The words by which a person would recognize it.
  var browser: BrowserPhrase { BrowserPhrase(userAgent: headers[.userAgent] ?? "") }
  /// As far as a browser says. An iPad says that it is a computer.
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
  /// After a POST, on to a page (303: the browser gets it).
  static func seeOther(_ path: String) -> Response { .redirect(to: path, type: .normal) }
}
