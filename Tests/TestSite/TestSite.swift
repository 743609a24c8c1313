import AccountService
import CeremonyService
import Foundation
import Logging
import Model
import OpenID
import Passwords
import RelyingParty
import Runner
import Sentences
import Store
import TestPostgreSQL
import WebSurface

/// The real web server in this process, on a free loopback port, with its own store and a clock that a test can
/// advance.
public struct TestSite: Sendable {
  public let origin: String
  public let port: Int
  public let store: any Store
  public let clock: TestClock
  public let runner: Runner
  public let hashing: PasswordHashing
  public let log: TestLog
  public let wiretap: Wiretap
  public let desks: ServiceDesks
  let watched: WatchedStore

  /// The changes made to the store while `body` ran.
  public func changes(during body: () async throws -> Void) async throws -> [String] {
    let before = watched.changes.count
    try await body()
    return Array(watched.changes.dropFirst(before))
  }
}

/// Runs a site for as long as `body` takes, with an in-memory store by default.
/// - Parameters:
///   - port: A free port; one is found by default.
///   - name: The host name. Browsers resolve a name ending in `.localhost` themselves; any other must be resolved for
///     them.
///   - conformance: Makes the server for the conformance tool, if a test wants one.
///   - catalogues: The languages besides English.
///   - passwordQueue: The queue on which passwords are hashed, one at a time, if a test controls when. See `Turnstile`.
///   - hasServices: `true` if the site has keys for services.
///   - isTapped: `true` if every request is recorded; must be `false` if time is measured.
public func withSite<Result: Sendable>(
  store given: (any Store)? = nil, port givenPort: Int? = nil, name: String = "latchstring.localhost",
  change: (inout WebSettings) -> Void = { _ in },
  site changeSite: (inout Site) -> Void = { _ in },
  metadata: CurrentMetadata = CurrentMetadata(),
  conformance: (RelyingParty, ServerEnvironment) throws -> ConformanceServer? = { _, _ in nil },
  catalogues: [Catalogue] = [],
  passwordQueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil, isTapped: Bool = true,
  hasServices: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TestSite) async throws -> Result
) async throws -> Result {
  let port = try givenPort ?? FreePort.find(), origin = "http://\(name):\(port)"
  let store = WatchedStore(try given ?? DatabaseKind.current.makeStore()), clock = TestClock(), log = TestLog(),
    wiretap = Wiretap()
  let environment = ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes)
  var site = Site(
    rpID: name, rpName: Product.name, origins: [origin],
    prfSalt: try await Site.prfSalt(in: store, environment: environment))
  changeSite(&site)
  guard let hashing = PasswordHashing(cost: Argon2id(operations: 1, memory: 8 << 20), queue: passwordQueue) else {
    throw TestSiteError()
  }
  let runner = Runner(
    store: store, environment: environment, hashing: hashing,
    ceremonies: Ceremonies(site: site, environment: environment, metadata: metadata))
  var settings = WebSettings(
    origin: origin, origins: [origin], hosts: ["\(name):\(port)"],
    strayHosts: ["localhost:\(port)", "127.0.0.1:\(port)"], postsPerMinute: 0)
  change(&settings)
  let serviceKeys: @Sendable () throws -> SigningKeys? = { try hasServices ? TestServiceKeys.keys.get() : nil }
  let web = try await WebServer(
    settings: settings, runner: runner, sessions: Sessions(runner: runner),
    accounts: Accounts(store: store, environment: environment), store: store, metadata: metadata,
    conformance: try conformance(RelyingParty(id: name, name: Product.name, origins: [origin]), environment),
    catalogues: catalogues, serviceKeys: serviceKeys)
  var logger = Logger(label: "test") { _ in log }
  logger.logLevel = .debug
  return try await withServer(logger: logger) { listens in
    let application = web.application(host: "127.0.0.1", port: port, logger: logger) { _ in listens() }
    return isTapped ? TappedApplication(tapped: application, wiretap: wiretap) : application
  } _: {
    let chaining = Task {
      while !Task.isCancelled {
        while try await store.chainWaiting() {}
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    defer { chaining.cancel() }
    return try await body(
      TestSite(
        origin: origin, port: port, store: store, clock: clock, runner: runner, hashing: hashing, log: log,
        wiretap: wiretap, desks: web.desks, watched: store))
  }
}

/// The error thrown if the machine provides less than a test needs.
public struct TestSiteError: Error {
  public init() {}
}
