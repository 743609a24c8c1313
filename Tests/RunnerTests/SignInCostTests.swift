import AccountService
import Demo
import Model
import RelyingParty
import Store
import TestPostgreSQL
import Testing

@testable import CeremonyService
@testable import Runner

/// What the most frequent act costs a database.
@Suite struct SignInCostTests {
  @Test("a sign-in at an endpoint is nine statements in four round trips to PostgreSQL, tried once")
  func traffic() async throws {
    let database = try TestDatabase(), store = try PostgreSQLStore(try database.address(connections: 1))
    let signIn = try await signIns(in: store)
    try await signIn()
    let before = (store.traffic.statements, store.traffic.roundTrips)
    for _ in 0..<10 { try await signIn() }
    let transactions = 2 * 2 * 10  // each of two has a beginning and an end
    #expect(store.traffic.statements - before.0 - transactions == 90)
    #expect(store.traffic.roundTrips - before.1 == 40)
    #expect(store.traffic.conflicts == 0)
    #expect(try await store.read { try $0.waitingAuditEntries() } == 13)
  }

  @Test("PostgreSQL reads no table from end to end to register somebody and sign them in")
  func scans() async throws {
    let database = try TestDatabase()
    try await signInTwice(in: database)
    // A connection tells what it did at its end, soon after the store's.
    let end = ContinuousClock.now + .seconds(20)
    func tables(_ condition: String) throws -> [String] {
      try database.server.run(
        "SELECT relname FROM pg_stat_user_tables WHERE \(condition) ORDER BY relname", in: database.name)
    }
    while try tables("relname = 'credentials' AND idx_scan > 2").isEmpty, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try tables("idx_scan > 0").contains("credentials"))
    // All that waits gets its place in the log, in a transaction of its own. The other has one row.
    let scanned = try tables("seq_scan > 0")
    #expect(scanned == ["audit_waiting", "schema_version"])
  }

  private func signInTwice(in database: TestDatabase) async throws {
    let store = try PostgreSQLStore(try database.address(connections: 1)), signIn = try await signIns(in: store)
    for _ in 0..<2 { try await signIn() }
    while try await store.chainWaiting() {}
  }

  /// Registers somebody. Returns what signs them in again and again, in the same browser.
  private func signIns(in store: PostgreSQLStore) async throws -> () async throws -> Void {
    let client = try await Client(store: store), key = DemoAuthenticator()
    let endpoints = CeremonyEndpoints(runner: client.runner, sessions: client.sessions)
    let options = try await endpoints.registrationOptions(for: "mirela", prf: false, to: Caller(token: nil))
    let response = try key.create(options.json, origin: Client.origin)
    var caller = Caller(token: options.newToken)
    caller.token = try await endpoints.verifyRegistration(response, from: caller).token
    return {
      let options = try await endpoints.authenticationOptions(prf: false, to: caller)
      let response = try #require(try key.get(options.json, origin: Client.origin))
      caller.token = try await endpoints.verifyAuthentication(response, from: caller).token
    }
  }

  @Test("the half of a plain sign-in is kept in one byte, any other as JSON; both are read as they were written")
  func halves() async throws {
    let client = try await Client(), relyingParty = client.runner.ceremonies.relyingParty
    let challenge = [UInt8](repeating: 7, count: 32)
    var halves: [(half: Ceremonies.Waiting, isShort: Bool)] = []
    for (verification, prf) in [(UserVerificationRequirement.required, true), (.preferred, false), (.required, false)] {
      var request = AuthenticationRequest()
      request.userVerification = verification
      request.extensions.prf = prf ? PRFInputs(eval: PRFValues(first: [1])) : nil
      let state = relyingParty.beginAuthentication(challenge: challenge, request: request).state
      halves.append((.init(purpose: .endpoint, half: .authentication(.signIn, account: nil, state)), true))
      halves.append((.init(purpose: .run("a"), half: .authentication(.signIn, account: nil, state)), false))
      halves.append((.init(purpose: .endpoint, half: .authentication(.confirm, account: nil, state)), false))
      let known = AccountID([1])
      halves.append((.init(purpose: .endpoint, half: .authentication(.signIn, account: known, state)), false))
      request.extensions.appid = "https://latchstring.example"
      let old = relyingParty.beginAuthentication(challenge: challenge, request: request).state
      halves.append((.init(purpose: .endpoint, half: .authentication(.signIn, account: nil, old)), false))
    }
    for (half, isShort) in halves {
      let bytes = try half.bytes(for: relyingParty)
      #expect((bytes.count == 1) == isShort)
      #expect(try Ceremonies.Waiting(bytes: bytes, of: challenge, for: relyingParty) == half)
    }
  }
}
