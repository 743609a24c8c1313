import Demo
import TestSite

/// Signing in, as it should be and as it should not.
extension Person {
  enum Manner {
    case once
    /// The same answer is sent twice at the same moment: one of them may count.
    case doubled
    /// The answer that counted is sent again.
    case replayed
    /// The browser goes away while the server judges.
    case cutOff
  }

  mutating func signIn(_ manner: Manner) async {
    guard let index = pick(current.standingKeys) else { return }
    let key = current.keys[index], visitor = Visitor(port: site)
    guard let options = await question("/api/authentication/options", "{}", visitor), let origin = visitor.origin,
      let credential = try? key.authenticator.get(options, origin: origin)
    else { return }
    let begun = ContinuousClock.now
    let verdict: Verdict
    switch manner {
    case .once, .replayed: verdict = await Verdict { try await visitor.verify(credential) }
    case .doubled: verdict = await double(credential, visitor)
    case .cutOff: verdict = await cutOff(credential, visitor, after: milliseconds(0...25))
    }
    take(verdict, of: credential, key.id, visitor, begun: begun)
    if manner == .replayed, case .done = verdict { await replay(credential, visitor) }
  }

  private mutating func take(
    _ verdict: Verdict, of credential: String, _ key: String, _ visitor: Visitor, begun: ContinuousClock.Instant
  ) {
    let fact = Fact(account: current.name, event: "signed_in_with_passkey", credential: key)
    switch verdict {
    case .done:
      ledger.acknowledge([fact])
      ledger.noteSignIn(begun: begun)
      if let counter = credential.signatureCounter { ledger.note(counter: counter, of: key) }
      current.browsers.append(.init(visitor: visitor))
    case .unknown: ledger.doubt([fact])
    case .unchanged(let answer): note(unchanged: answer)
    case .refused(let answer): ledger.noteWronglyRefused("a sign-in: \(answer.text)")
    }
  }

  private func double(_ credential: String, _ visitor: Visitor) async -> Verdict {
    async let one = Verdict { try await visitor.verify(credential) }
    async let other = Verdict { try await visitor.verify(credential) }
    let both = await [one, other]
    let done = both.filter { if case .done = $0 { true } else { false } }
    if done.count == 2 { ledger.noteWronglyTaken("an answer that was sent twice") }
    let isUnknown = both.contains { if case .unknown = $0 { true } else { false } }
    if isUnknown, done.isEmpty { return .unknown }
    return done.first ?? both.first { if case .refused = $0 { false } else { true } } ?? both[0]
  }

  private func cutOff(_ credential: String, _ visitor: Visitor, after time: Duration) async -> Verdict {
    let request = Task { try await visitor.verify(credential) }
    try? await Task.sleep(for: time)
    request.cancel()
    return await Verdict { try await request.value }
  }

  /// Sends an answer that counted again, from the browser that it signed in and from another that asked by itself.
  private func replay(_ credential: String, _ visitor: Visitor) async {
    let other = Visitor(port: site)
    _ = await question("/api/authentication/options", "{}", other)
    for browser in [visitor, other] {
      switch await Verdict({ try await browser.verify(credential) }) {
      case .done: ledger.noteWronglyTaken("an answer that was sent again")
      case .refused: ledger.noteRefusedOnPurpose()
      case .unknown, .unchanged: break
      }
    }
  }

  /// Sends an answer that no key of the account gave, or to another question.
  mutating func signInWrongly() async {
    guard let index = pick(current.standingKeys) else { return }
    let key = current.keys[index].authenticator, visitor = Visitor(port: site)
    guard var options = await question("/api/authentication/options", "{}", visitor), let origin = visitor.origin else {
      return
    }
    let spoiling: [DemoAuthenticator.Spoiling] = [.signature, .origin("https://evil.example"), .none]
    let way = Int.random(in: 0..<spoiling.count, using: &random)
    if way == 2 {  // to a question that was put to another browser
      guard let others = await question("/api/authentication/options", "{}", Visitor(port: site)) else { return }
      options = others
    }
    guard let credential = try? key.get(options, origin: origin, spoiling: spoiling[way]) else { return }
    switch await Verdict({ try await visitor.verify(credential) }) {
    case .done: ledger.noteWronglyTaken("an answer that no key gave to this question")
    case .refused: ledger.noteRefusedOnPurpose()
    case .unknown, .unchanged: break
    }
  }

  /// Asks, and goes away before answering.
  func abandon() async { _ = await question("/api/authentication/options", "{}", Visitor(port: site)) }

  mutating func signOut() async {
    guard let index = pick(current.signedIn) else { return }
    let visitor = current.browsers[index].visitor, fact = Fact(account: current.name, event: "signed_out")
    switch await Verdict({ try await visitor.submit("/sign-out", accept: "text/html") }) {
    case .done:
      ledger.acknowledge([fact])
      current.browsers[index].standing = .gone
    case .unknown:
      ledger.doubt([fact])
      current.browsers[index].standing = .unknown
    case .unchanged(let answer): note(unchanged: answer)
    case .refused(let answer): ledger.noteWronglyRefused("a sign-out: \(answer.status)")
    }
  }

  mutating func signOutElsewhere() async {
    guard let index = pick(current.signedIn), current.signedIn.count > 1 else { return }
    let visitor = current.browsers[index].visitor
    let fact = Fact(account: current.name, event: "signed_out_everywhere_else")
    let path = "/settings/devices/sign-out-elsewhere"
    switch await Verdict({ try await visitor.submit(path, accept: "text/html") }) {
    case .done:
      ledger.acknowledge([fact])
      current.endOthers(than: index, .gone)
    case .unknown:
      ledger.doubt([fact])
      current.endOthers(than: index, .unknown)
    case .unchanged(let answer): note(unchanged: answer)
    case .refused(let answer): ledger.noteWronglyRefused("a sign-out elsewhere: \(answer.status)")
    }
  }
}
