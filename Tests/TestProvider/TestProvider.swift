import Escrow
import EscrowProvider
import Foundation
import HTTPConnections
import Logging
import Model
import TestPostgreSQL
import TestSite

/// A real escrow provider in this process, on a free loopback port, with its own store and a clock that only a test
/// advances.
public struct TestProvider: Sendable {
  /// The provider's address, with a trailing slash.
  public let url: String
  public let port: Int
  public let store: any ProviderStore
  public let server: ProviderServer
  /// The outbox in which the codes of `email`, `sms` and `post` arrive.
  public let outbox: Outbox
  public let clock: TestClock
  public let log: TestLog
  /// The built-in till, which collects its fees.
  public let till: Till

  /// The last code that was sent, as the person types it.
  public var lastCode: String? { outbox.letters.last?.code }
}

/// Runs a provider for as long as `body` takes. It offers every method free of charge and without limits, unless
/// `change` says otherwise.
///
/// - Parameters:
///   - store: The provider's store; a new one by default, of the kind that tests use which do not care.
///   - port: The provider's port; a free one by default.
///   - deliveries: Replacements for the outbox, for these methods.
///   - transfers: The transfers to its bank account.
///   - connections: The time limits for clients; a provider's own defaults if none are given.
public func withProvider<Result: Sendable>(
  store given: (any ProviderStore)? = nil, port givenPort: Int? = nil, deliveries: [MethodType: any CodeDelivery] = [:],
  merchant: (any Merchant)? = nil, transfers: @escaping TransferFeed = { [] }, clock: TestClock = TestClock(),
  connections: ConnectionLimits? = nil,
  isolation: isolated (any Actor)? = #isolation, change: (inout ProviderSettings) -> Void = { _ in },
  _ body: (TestProvider) async throws -> Result
) async throws -> Result {
  guard var settings = ProviderSettings(businessName: "Friend", currency: "TESTKUDOS", methods: MethodType.known) else {
    throw TestSiteError()
  }
  settings.limits = .none
  settings.creditAccount = .init(iban: "CH9300762011623852957", holder: "Friend")
  settings.meeting = "Ring at the cellar door"
  change(&settings)
  let port = try givenPort ?? FreePort.find(), url = "http://127.0.0.1:\(port)/", outbox = Outbox(), log = TestLog()
  let store = try given ?? DatabaseKind.current.makeProviderStore()
  let till = Till(store: store, now: { clock.now })
  let provider = try await Provider(
    settings: settings, store: store,
    deliveries: [.email: outbox, .sms: outbox, .post: outbox].merging(deliveries) { $1 },
    merchant: merchant ?? till.merchant(at: url), till: till, transferFeed: transfers, now: { clock.now })
  let server = ProviderServer(provider, connections: connections)
  var logger = Logger(label: "test") { _ in log }
  logger.logLevel = .debug
  return try await withServer(logger: logger) { listens in
    server.application(host: "127.0.0.1", port: port, logger: logger) { _ in listens() }
  } _: {
    try await body(
      TestProvider(
        url: url, port: port, store: store, server: server, outbox: outbox, clock: clock, log: log, till: till))
  }
}
