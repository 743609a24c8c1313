import Encoding
import Foundation
import RelyingParty
import Runner
import TestSite
import Testing
import WebSurface

@testable import RelyingPartyTests

/// Plays the conformance tool's part at the endpoints: it requests options, lets a software authenticator answer, and
/// posts the answer in the tool's format.
struct ConformanceTool {
  let visitor: Visitor
  let origin: String
  private let party: RelyingParty

  init(_ site: TestSite) {
    visitor = Visitor(site)
    origin = site.origin
    party = RelyingParty(id: "latchstring.localhost", name: "Latchstring", origins: [site.origin])
  }

  /// An authenticator for this site, with its own id.
  func authenticator(_ key: TestAuthenticator.Key? = nil, id: UInt8 = 7) -> TestAuthenticator {
    var authenticator = TestAuthenticator()
    if let key { authenticator.key = key }
    authenticator.id = [UInt8](repeating: id, count: 32)
    authenticator.origin = origin
    authenticator.rpID = party.id
    return authenticator
  }

  func creationOptions(_ name: String = "ada", _ more: String = "") async throws -> HTTPAnswer {
    try await visitor.post("/attestation/options", #"{"username":"\#(name)","displayName":"Ada L."\#(more)}"#)
  }

  func requestOptions(_ name: String = "ada", _ more: String = "") async throws -> HTTPAnswer {
    try await visitor.post("/assertion/options", #"{"username":"\#(name)"\#(more)}"#)
  }

  /// Performs a complete registration.
  /// - Parameter edit: Tampers with the answer before it is posted.
  func register(
    _ authenticator: TestAuthenticator, _ name: String = "ada", _ more: String = "",
    edit: (inout Answer) throws -> Void = { _ in }
  ) async throws -> HTTPAnswer {
    let options = try await creationOptions(name, more)
    let user = PublicKeyCredentialUserEntity(id: [1], name: name, displayName: name)
    let state = party.beginRegistration(user: user, challenge: try Self.challenge(in: options)).state
    return try await visitor.post("/attestation/result", try Self.posted(try authenticator.create(state), edit))
  }

  /// Performs a complete authentication.
  func authenticate(
    _ authenticator: TestAuthenticator, _ name: String = "ada", _ more: String = "",
    edit: (inout Answer) throws -> Void = { _ in }
  ) async throws -> HTTPAnswer {
    let options = try await requestOptions(name, more)
    let state = party.beginAuthentication(challenge: try Self.challenge(in: options)).state
    return try await visitor.post("/assertion/result", try Self.posted(try authenticator.get(state), edit))
  }

  /// A `ServerPublicKeyCredential`.
  struct Answer {
    var members: [String: Any]
    /// A member of `response`; setting it to `nil` removes it.
    subscript(response name: String) -> Any? {
      get { (members["response"] as? [String: Any])?[name] }
      set {
        var response = members["response"] as? [String: Any] ?? [:]
        response[name] = newValue
        members["response"] = response
      }
    }
  }

  private static func challenge(in options: HTTPAnswer) throws -> [UInt8] {
    try #require((options.json["challenge"] as? String).flatMap { Base64URL.decode($0) }, "\(options.text)")
  }

  private static func posted(_ response: [UInt8], _ edit: (inout Answer) throws -> Void) throws -> String {
    var answer = Answer(members: try #require(try JSONSerialization.jsonObject(with: Data(response)) as? [String: Any]))
    answer.members["getClientExtensionResults"] = answer.members.removeValue(forKey: "clientExtensionResults")
    try edit(&answer)
    return String(decoding: try JSONSerialization.data(withJSONObject: answer.members), as: UTF8.self)
  }
}

extension HTTPAnswer {
  var isOK: Bool { status == 200 && json["status"] as? String == "ok" && json["errorMessage"] as? String == "" }

  /// Expects a refusal in the tool's format whose message contains `words`.
  func expectFailed(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let message = json["errorMessage"] as? String ?? ""
    #expect(
      status == 400 && json["status"] as? String == "failed" && message.contains(words), "\(status) \(text)",
      sourceLocation: sourceLocation)
  }
}

/// Runs a site that answers the tool.
func withConformance(
  metadata: MetadataBLOB? = nil, capacity: Int = 100, _ body: (TestSite, ConformanceTool) async throws -> Void
) async throws {
  try await withSite(conformance: { ConformanceServer($0, environment: $1, metadata: metadata, capacity: capacity) }) {
    (site) async throws in
    try await body(site, ConformanceTool(site))
  }
}
