import AsyncHTTPClient
import Foundation

/// Sends W3C WebDriver commands: JSON over HTTP to chromedriver.
struct WebDriverClient: Sendable {
  let address: String
  let log: String

  enum Method: String {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// Sends a command and returns the `value` of the answer.
  func send(_ method: Method, _ path: String, _ body: JSON = [:]) async throws -> JSON {
    var request = HTTPClientRequest(url: address + path)
    request.method = .init(rawValue: method.rawValue)
    if method == .post {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(try JSONEncoder().encode(body))
    }
    let value: JSON, failed: Bool
    do {
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
      failed = response.status.code >= 400
      let bytes = try await response.body.collect(upTo: 1 << 27)
      value = try JSONDecoder().decode(JSON.self, from: Data(bytes.readableBytesView))["value"]
    } catch {
      throw BrowserError(.driver, "\(method.rawValue) \(path): \(error)\n\(logEnd)")
    }
    // the status decides, not the members: a page's own value may be called "error" too
    if failed { throw failure(value["error"].string ?? "unknown error", value["message"].string ?? "", path) }
    return value
  }

  private func failure(_ code: String, _ message: String, _ path: String) -> BrowserError {
    let detail = code == "session not created" ? "\n" + logEnd : ""
    return BrowserError(
      .webDriver(code),
      "\(code): \(message) (\(path.split(separator: "/").dropFirst(2).joined(separator: "/")))\(detail)")
  }

  private var logEnd: String {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").suffix(20).joined(separator: "\n")
  }
}
