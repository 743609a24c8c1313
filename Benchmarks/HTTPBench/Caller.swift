import Demo
import TestSite

/// One of many browsers: a visitor with a simulated key.
struct Caller: Sendable {
  let visitor: Visitor
  private let key = DemoAuthenticator()

  init(site: TestSite) { visitor = Visitor(site) }

  func register(_ name: String) async throws { try check(try await visitor.register(name, with: key)) }
  func signIn() async throws { try check(try await visitor.signIn(with: key)) }
  /// Reads the database once. `/healthz` does so for all who ask at the same time.
  func look() async throws {
    let answer = try await visitor.get("/.well-known/latchstring-checkpoint")
    if answer.status != 204 { try check(answer) }
  }

  /// Without this check, a refusal would count as a quick success.
  func check(_ answer: HTTPAnswer, status: Int = 200) throws {
    guard answer.status == status else { throw Unexpected(answer: "\(answer.status) \(answer.text)") }
  }
  struct Unexpected: Error { let answer: String }
}
