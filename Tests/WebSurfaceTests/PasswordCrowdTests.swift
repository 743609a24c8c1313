import Foundation
import Model
import Runner
import TestSite
import Testing

/// Many passwords at once, over real connections. A proxy says where each comes from.
@Suite(.timeLimit(.minutes(3))) struct PasswordCrowdTests {
  private static let password = "seven green bottles"
  private let crowd = "192.0.2.1", home = "198.51.100.1"

  /// A run in which a name and a password are to be given next.
  private func run(of visitor: Visitor) async throws -> (path: String, revision: Int) {
    let run = try await visitor.start("passkey-or-password")
    var revision = try await visitor.open(run).revision
    revision = try await visitor.press("signIn", on: run, at: revision).revision
    revision = try await visitor.press("usePassword", on: run, at: revision).revision
    return (run, revision)
  }

  /// The form, whole.
  private func form(
    _ name: String, _ password: String, from address: String, _ run: (path: String, revision: Int), _ visitor: Visitor, _ site: TestSite
  ) -> String {
    let form = "action=submit&revision=\(run.revision)&username=\(name)&password=\(password.replacing(" ", with: "+"))"
    let fields = [
      "Host: \(visitor.host)", "Origin: \(site.origin)", "Cookie: \(visitor.cookie ?? "")", "Accept: application/json",
      "X-Forwarded-For: \(address)", "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)",
      "Connection: close",
    ]
    return "POST \(run.path) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + form
  }

  @Test("two hundred guesses at other names from one address let the owner in after a few hashes, and who is not admitted reads why")
  func crowded() async throws {
    // Long enough that all are there before the first few are done.
    try await withSite(
      change: {
        $0.trustedProxies = 1; $0.connections = .init(trustedProxies: 1)
      }, passwordCost: Argon2id(operations: 2, memory: 64 << 20)
    ) { (site) async throws in
      let owner = Visitor(site), key = DemoAuthenticator()
      try await owner.register(with: key)
      let setting = try await owner.start("password"), revision = try await owner.open(setting).revision
      let start = try #require(try await owner.press("confirm", on: setting, at: revision).start)
      let confirmed = try await owner.report(
        ["ticket": start.ticket, "reply": "key.given", "credential": try key.get(start.options, origin: site.origin) ?? ""], on: setting)
      _ = try await owner.press("save", ["new-password": Self.password], on: setting, at: confirmed.revision)
      let fresh = Visitor(site), own = try await run(of: fresh)
      var guessers: [(Visitor, (path: String, revision: Int))] = []
      for _ in 0..<200 {
        let visitor = Visitor(site)
        guessers.append((visitor, try await run(of: visitor)))
      }
      let forms = guessers.enumerated().map { form("name\($0)", "not the right one", from: crowd, $1.1, $1.0, site) }
      let guesses = try await RawConnection.crowd(forms.count, port: site.port) { forms[$0] }
      // Once as many have been told that there is no place for them, all places are taken.
      while guesses.count(where: \.isAnswered) < 200 - 32 - 8 { try await Task.sleep(for: .milliseconds(5)) }
      let before = site.hashing.performed
      let mine = try RawConnection(port: site.port)
      try mine.send(form("mirela", Self.password, from: home, own, fresh, site))
      let answer = await mine.answer()
      let waitedFor = site.hashing.performed - before
      #expect(answer.contains(#""next":"\/account""#) || answer.contains(#""next":"/account""#), "\(answer)")
      #expect(waitedFor <= 4, "\(waitedFor)")
      #expect(guesses.count { !$0.isAnswered } >= 5, "otherwise the line was empty, and the last line shows nothing")
      var refused = 0
      for guess in guesses {
        let said = await guess.answer()
        #expect(!said.contains("account store"))
        if said.contains("Too many passwords are being checked right now, and yours was not.") { refused += 1 }
      }
      #expect(refused >= 100, "\(refused)")
    }
  }
}
