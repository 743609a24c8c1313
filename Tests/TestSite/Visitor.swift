import AsyncHTTPClient
import Foundation
import NIOCore
import Synchronization

/// A browser without a page: it stores cookies, states its origin, and does not follow redirects on its own.
public struct Visitor: Sendable {
  private static let client = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // Of many visitors, none waits for another's connection.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
  private let port: Int
  private let jar = Jar()
  /// The value of `Host` and, for a POST, of `Origin`; with `nil`, neither is sent.
  public var host: String
  public var origin: String?
  /// The browser's `User-Agent`.
  public var userAgent: String?
  /// The client address that a proxy states.
  public var forwardedFor: String?

  public init(_ site: TestSite) {
    port = site.port
    host = "latchstring.localhost:\(site.port)"
    origin = site.origin
  }

  /// A visitor to a site in another process.
  public init(port: Int) {
    self.port = port
    host = "latchstring.localhost:\(port)"
    origin = "http://latchstring.localhost:\(port)"
  }

  /// The cookies it sends, each as `name=value`.
  public var cookie: String? {
    get { jar.cookies.withLock { $0.isEmpty ? nil : $0.joined(separator: "; ") } }
    nonmutating set { jar.cookies.withLock { $0 = newValue.map { [$0] } ?? [] } }
  }

  public func get(
    _ path: String, accept: String = "application/json", headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await send("GET", path, headers.merging(["Accept": accept]) { given, _ in given }, nil)
  }

  /// Posts a page's form or a program's JSON.
  public func post(
    _ path: String, _ body: String = "", type: String = "application/json", accept: String = "application/json",
    headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    var all = headers.merging(["Accept": accept, "Content-Type": type]) { given, _ in given }
    if let origin { all["Origin"] = origin }
    return try await send("POST", path, all, body)
  }

  /// Submits a form with its fields, as a browser does.
  public func submit(
    _ path: String, _ fields: [String: String] = [:], accept: String = "application/json"
  ) async throws -> HTTPAnswer {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let pairs = fields.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }
    return try await post(path, pairs.joined(separator: "&"), type: "application/x-www-form-urlencoded", accept: accept)
  }

  private func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String?
  ) async throws -> HTTPAnswer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .init(rawValue: method)
    request.headers.add(name: "Host", value: host)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let forwardedFor { request.headers.add(name: "X-Forwarded-For", value: forwardedFor) }
    if let userAgent { request.headers.add(name: "User-Agent", value: userAgent) }
    if let cookie { request.headers.add(name: "Cookie", value: cookie) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await Self.client.execute(request, timeout: .seconds(60))
    let bytes = try await response.body.collect(upTo: 1 << 20)
    let answer = HTTPAnswer(
      status: Int(response.status.code), headers: response.headers.map { ($0.name.lowercased(), $0.value) },
      body: Array(bytes.readableBytesView))
    for set in answer.headers where set.0 == "set-cookie" { jar.keep(String(set.1.prefix { $0 != ";" })) }
    return answer
  }

  private final class Jar: Sendable {
    let cookies = Mutex<[String]>([])
    /// Stores a cookie, replacing an older one of the same name. An empty one is removed.
    func keep(_ cookie: String) {
      let name = cookie.prefix { $0 != "=" } + "="
      cookies.withLock { cookies in
        cookies.removeAll { $0.hasPrefix(name) }
        if cookie != name { cookies.append(cookie) }
      }
    }
  }
}

/// The server's answer.
public struct HTTPAnswer: Sendable {
  public let status: Int
  let headers: [(String, String)]
  public let body: [UInt8]

  public func header(_ name: String) -> String? { headers.first { $0.0 == name.lowercased() }?.1 }
  public var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as a JSON object; empty if it is not one.
  public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
  /// The sentence that explains a refusal.
  public var error: String? { json["error"] as? String }
}
