import Demo
import SeededNumbers
import TestSite

/// A person who exists only in the siege: makes accounts, signs in and out, and now and then does what one should not.
struct Person {
  private let family: String
  let site: Int
  let ledger: Ledger
  var random: SeededNumbers
  /// The accounts that the person had, and the one in use, which comes last.
  var accounts: [SiegeAccount] = []
  private var made = 0

  /// - Parameters:
  ///   - name: With which all names of the person's accounts begin.
  ///   - site: The port at which the site is.
  init(_ name: String, site: Int, seed: UInt64, ledger: Ledger) {
    family = name; self.site = site; self.ledger = ledger
    random = SeededNumbers(seed: seed)
  }

  /// Acts until then, one act after the other.
  mutating func live(until end: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < end, !Task.isCancelled {
      try await act()
      try? await Task.sleep(for: .milliseconds(Int.random(in: 5...60, using: &random)))
    }
  }

  /// After so many acts the person makes another account: one holds at most fifty sessions.
  private static let mostActs = 35

  private mutating func act() async throws {
    guard let account = accounts.last, account.isCertain, account.acts < Self.mostActs else { return await register() }
    accounts[accounts.count - 1].acts += 1
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<52: await signIn(.once)
    case 52..<60: await signIn(.doubled)
    case 60..<66: await signIn(.replayed)
    case 66..<71: await signIn(.cutOff)
    case 71..<76: await signInWrongly()
    case 76..<80: await abandon()
    case 80..<86: await signOut()
    case 86..<89: await signOutElsewhere()
    case 89..<92: try await rename()
    case 92..<97: try await account.words == nil ? enroll() : revoke()
    default: try await recover()
    }
  }

  /// The account in use.
  var current: SiegeAccount {
    get { accounts[accounts.count - 1] }
    set { accounts[accounts.count - 1] = newValue }
  }
  mutating func pick(_ indices: [Int]) -> Int? { indices.randomElement(using: &random) }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  private mutating func register() async {
    made += 1
    let name = "\(family)x\(made)", visitor = Visitor(port: site), key = DemoAuthenticator()
    guard let options = await question("/api/registration/options", "{\"username\":\"\(name)\"}", visitor),
      let origin = visitor.origin, let credential = try? key.create(options, origin: origin)
    else { return }
    let id = credential.credentialID
    let facts = ["account_created", "signed_in_with_passkey"].map { Fact(account: name, event: $0, credential: id) }
    let account = SiegeAccount(name: name, keys: [.init(authenticator: key, id: id)])
    switch await Verdict({ try await visitor.post("/api/registration/verify", credential) }) {
    case .done:
      ledger.acknowledge(facts)
      accounts.append(account)
      current.browsers.append(.init(visitor: visitor))
    case .unknown:
      ledger.doubt(facts)
      accounts.append(account)
      current.isCertain = false
    case .unchanged(let answer): note(unchanged: answer)
    case .refused(let answer): ledger.noteWronglyRefused("a registration: \(answer.text)")
    }
  }

  /// Asks for a ceremony's options. Whoever is turned away comes again.
  func question(_ path: String, _ body: String, _ visitor: Visitor) async -> String? {
    switch await Verdict({ try await visitor.post(path, body) }) {
    case .done(let answer): return answer.text
    case .unknown: return nil
    case .unchanged(let answer):
      note(unchanged: answer)
      return nil
    case .refused(let answer):
      ledger.noteWronglyRefused("a question: \(answer.text)")
      return nil
    }
  }
  func note(unchanged answer: HTTPAnswer) {
    if answer.status == 500 { ledger.noteBroken(answer.text) }
    ledger.noteUnchanged()
  }
}
