import Demo
import Foundation
import Model
import TestSite
import Testing

/// Many simultaneous passwords, over real connections. A proxy states where each comes from.
@Suite(.timeLimit(.minutes(5))) struct PasswordCrowdTests {
  private static let password = "seven green bottles"
  private let crowd = "192.0.2.1", home = "198.51.100.1"

  /// A run whose next step is to enter a name and a password.
  private func run(of visitor: Visitor) async throws -> (path: String, revision: Int) {
    let run = try await visitor.start("passkey-or-password")
    var revision = try await visitor.open(run).revision
    revision = try await visitor.press("signIn", on: run, at: revision).revision
    revision = try await visitor.press("usePassword", on: run, at: revision).revision
    return (run, revision)
  }

  /// The complete form, ready to send.
  private func form(
    _ name: String, _ password: String, from address: String, _ run: (path: String, revision: Int), _ visitor: Visitor,
    _ site: TestSite
  ) -> String {
    let form = "action=submit&revision=\(run.revision)&username=\(name)&password=\(password.replacing(" ", with: "+"))"
    let fields = [
      "Host: \(visitor.host)", "Origin: \(site.origin)", "Cookie: \(visitor.cookie ?? "")", "Accept: application/json",
      "X-Forwarded-For: \(address)", "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: \(form.utf8.count)",
      "Connection: close",
    ]
    return "POST \(run.path) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + form
  }

  /// An account whose password is known.
  private func setPassword(at site: TestSite) async throws {
    let owner = Visitor(site), key = DemoAuthenticator()
    try await owner.register(with: key)
    let setting = try await owner.start("password"), revision = try await owner.open(setting).revision
    let start = try #require(try await owner.press("confirm", on: setting, at: revision).start)
    let credential = try key.get(start.options, origin: site.origin) ?? ""
    let confirmed = try await owner.report(
      ["ticket": start.ticket, "reply": "key.given", "credential": credential], on: setting)
    _ = try await owner.press("save", ["new-password": Self.password], on: setting, at: confirmed.revision)
  }

  @Test("200 guesses from one address let the owner in after two hashes; refusals give the reason")
  func crowded() async throws {
    let hashes = Turnstile()
    try await withSite(
      change: {
        $0.trustedProxies = 1; $0.connections = .init(trustedProxies: 1)
      }, passwordQueue: { hashes.enter($0) }
    ) { (site) async throws in
      try await setPassword(at: site)
      let fresh = Visitor(site), own = try await run(of: fresh)
      var guessers: [(Visitor, (path: String, revision: Int))] = []
      for _ in 0..<200 {
        let visitor = Visitor(site)
        guessers.append((visitor, try await run(of: visitor)))
      }
      let forms = guessers.enumerated().map { form("name\($0)", "not the right one", from: crowd, $1.1, $1.0, site) }
      hashes.close()
      let guesses = try await RawConnection.crowd(forms.count, port: site.port) { forms[$0] }
      // As many as one address may have are waiting, and the others were refused.
      while site.hashing.waiting < 32 || guesses.count(where: \.isAnswered) < 200 - 32 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let mine = try RawConnection(port: site.port)
      try mine.send(form("mirela", Self.password, from: home, own, fresh, site))
      while site.hashing.waiting < 33 { try await Task.sleep(for: .milliseconds(20)) }
      for _ in 0..<2 { await hashes.step() }
      // No third hash is computed before this answer.
      let answer = await mine.answer()
      #expect(answer.contains(#""next":"\/account""#) || answer.contains(#""next":"/account""#), "\(answer)")
      #expect(site.hashing.waiting == 31)
      hashes.open()
      var refused = 0
      for guess in guesses {
        let said = await guess.answer()
        #expect(!said.contains("account store"))
        if said.contains("Too many passwords are being checked right now, and yours was not.") { refused += 1 }
      }
      #expect(refused == 200 - 32)
    }
  }

  @Test("after wrong guesses, 32 per address wait, others get a reason, and the owner gets in")
  func slowed() async throws {
    try await withSite(
      change: {
        $0.trustedProxies = 1; $0.connections = .init(trustedProxies: 1)
      }
    ) { (site) async throws in
      try await setPassword(at: site)
      func guess(_ count: Int) async throws -> [RawConnection] {
        var forms: [String] = []
        for _ in 0..<count {
          let visitor = Visitor(site), run = try await run(of: visitor)
          forms.append(form("mirela", "not the right one", from: crowd, run, visitor, site))
        }
        return try await RawConnection.crowd(count, port: site.port) { [forms] in forms[$0] }
      }
      let fresh = Visitor(site), own = try await run(of: fresh)
      // The first three do not wait, and after six, each waits eight seconds.
      for wrong in try await guess(6) { _ = await wrong.answer() }
      let guesses = try await guess(40)
      while guesses.count(where: \.isAnswered) < 8 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(site.hashing.pausing == 32 && site.hashing.performed == 7 && guesses.count(where: \.isAnswered) == 8)
      for refused in guesses where refused.isAnswered {
        #expect(await refused.answer().contains("Too many passwords are being checked right now, and yours was not."))
      }
      let mine = try RawConnection(port: site.port)
      try mine.send(form("mirela", Self.password, from: home, own, fresh, site))
      let answer = await mine.answer()
      #expect(answer.contains(#""next":"\/account""#) || answer.contains(#""next":"/account""#), "\(answer)")
      #expect(site.hashing.pausing == 0)
    }
  }
}
