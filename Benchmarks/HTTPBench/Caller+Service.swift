import Crypto
import Encoding
import Foundation
import OpenID
import TestSite

/// A service that all callers open, and knows nobody's secret but its own.
struct OpenedService {
  static let client: Client = {
    var client = Client(id: "notes", name: "Notes", redirectURIs: ["https://notes.example/back"])
    client.isPublic = true
    return client
  }()
  static let verifier = String(repeating: "v", count: 43)

  static var path: String {
    let parameters = Parameters([
      ("client_id", client.id), ("redirect_uri", client.redirectURIs[0]), ("response_type", "code"),
      ("scope", "openid profile"), ("code_challenge_method", "S256"),
      ("code_challenge", Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))),
    ])
    return Endpoint.authorization.rawValue + "?" + parameters.encoded
  }
}

extension Caller {
  /// Says once that the service may know who this is.
  func allow() async throws {
    let asked = try await visitor.get(OpenedService.path, accept: "text/html")
    guard let run = asked.header("location") else { throw Unexpected(answer: asked.text) }
    let screen = try await visitor.post(run + "/open")
    let revision = "\(screen.json["revision"] as? Int ?? -1)"
    try check(try await visitor.submit(run, ["action": "allow", "revision": revision]))
  }

  /// Ends all that the service has.
  func forget() async throws {
    try check(
      try await visitor.submit("/settings/services/forget", ["service": OpenedService.client.id]), status: 303)
  }

  /// Lets the service know who this is, and returns the code.
  func code() async throws -> String {
    let answer = try await visitor.get(OpenedService.path, accept: "text/html")
    let query = answer.header("location")?.split(separator: "?").last
    guard let code = query.flatMap({ Parameters(decoding: $0) })?["code"] else {
      throw Unexpected(answer: "\(answer.status) \(answer.text)")
    }
    return code
  }

  /// Exchanges a code, as the service does.
  func exchange(_ code: String) async throws {
    let parameters = Parameters([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", OpenedService.client.redirectURIs[0]),
      ("client_id", OpenedService.client.id), ("code_verifier", OpenedService.verifier),
    ])
    try check(
      try await visitor.post(
        Endpoint.token.rawValue, parameters.encoded, type: "application/x-www-form-urlencoded"))
  }
}

extension Callers {
  /// Returns the number of codes that all callers together exchange per second. Each has its codes before, at most as
  /// many as one person may have, and forgets the service afterwards: the sign-ins that follow carry nothing along.
  func exchanges(each count: Int) async throws -> Double {
    for caller in callers { try await caller.allow() }
    let codes = try await withThrowingTaskGroup(of: [String].self) { group in
      for caller in callers {
        group.addTask {
          var codes: [String] = []
          for _ in 0..<count { codes.append(try await caller.code()) }
          return codes
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, caller) in callers.enumerated() {
        group.addTask { for code in codes[(place * count)..<((place + 1) * count)] { try await caller.exchange(code) } }
      }
      try await group.waitForAll()
    }
    let rate = Double(codes.count) / ((ContinuousClock.now - start) / .seconds(1))
    for caller in callers { try await caller.forget() }
    return rate
  }
}
