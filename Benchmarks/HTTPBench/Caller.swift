import AsyncHTTPClient
import Foundation
import NIOCore
import Runner
import TestSite

/// One browser of many: a pretended key and a cookie.
actor Caller {
  private let site: TestSite
  private let key = DemoAuthenticator()
  private var cookie = ""

  init(site: TestSite) { self.site = site }

  func register(_ name: String) async throws {
    let options = try await post("/api/registration/options", "{\"username\":\"\(name)\"}")
    _ = try await post("/api/registration/verify", try key.create(options, origin: site.origin))
  }
  func signIn() async throws {
    let options = try await post("/api/authentication/options", "{}")
    _ = try await post("/api/authentication/verify", try key.get(options, origin: site.origin) ?? "")
  }
  func health() async throws { _ = try await send(request("/healthz")) }

  private func request(_ path: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(site.port)\(path)")
    request.headers.add(name: "Host", value: "latchstring.localhost:\(site.port)")
    return request
  }
  private func post(_ path: String, _ body: String) async throws -> String {
    var request = request(path)
    request.method = .POST
    request.headers.add(name: "Origin", value: site.origin)
    request.headers.add(name: "Cookie", value: cookie)
    request.body = .bytes(ByteBuffer(string: body))
    return try await send(request)
  }
  private func send(_ request: HTTPClientRequest) async throws -> String {
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
    let body = String(buffer: try await response.body.collect(upTo: 1 << 20))
    guard response.status == .ok else { throw Unexpected(answer: "\(response.status.code) \(body)") }
    if let set = response.headers.first(name: "Set-Cookie") { cookie = String(set.prefix { $0 != ";" }) }
    return body
  }

  struct Unexpected: Error { let answer: String }
}
