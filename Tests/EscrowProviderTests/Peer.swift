import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import NIOCore
import TestProvider

/// A client of the protocol that knows only the provider's address.
struct Peer: Sendable {
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false  // who is not there is not waited for
    // Requests that a test makes at the same time are really sent at the same time.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
  var url: String
  /// The header fields of every request.
  var headers: [String: String] = [:]

  init(_ provider: TestProvider) { url = provider.url }
  init(url: String) { self.url = url }

  func get(_ path: String, _ headers: [String: String] = [:]) async throws -> PeerAnswer {
    try await send("GET", path, headers, nil)
  }
  func post(_ path: String, _ body: [UInt8], _ headers: [String: String] = [:]) async throws -> PeerAnswer {
    try await send("POST", path, headers, body)
  }
  func post(_ path: String, json: [String: Any], _ headers: [String: String] = [:]) async throws -> PeerAnswer {
    try await post(
      path, Array(try JSONSerialization.data(withJSONObject: json)),
      headers.merging(["Content-Type": "application/json"]) { $1 })
  }

  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]?
  ) async throws -> PeerAnswer {
    var request = HTTPClientRequest(url: url + path)
    request.method = .init(rawValue: method)
    for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
      request.headers.add(name: name, value: value)
    }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await Self.client.execute(request, timeout: .seconds(120))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return PeerAnswer(
      status: Int(response.status.code),
      fields: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 },
      body: Array(bytes.readableBytesView))
  }
}

struct PeerAnswer: Sendable {
  var status: Int
  var fields: [String: String]
  var body: [UInt8]
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The error's number; `nil` if it is not an error.
  var code: Int? { json["code"] as? Int }
  /// The status and number, as in the protocol's tables.
  var refusal: Refused { Refused(status, code) }
}

struct Refused: Hashable, CustomStringConvertible {
  var status: Int, code: Int?
  init(_ status: Int, _ code: Int? = nil) { self.status = status; self.code = code }
  var description: String { "\(status)/\(code.map(String.init) ?? "-")" }
}
