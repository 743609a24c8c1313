import AccountService
import AuditLog
import CeremonyService
import Demo
import Foundation
import HandsTools
import HTTPConnections
import Hummingbird
import Logging
import LogoutDelivery
import Measurements
import MetadataUpdates
import Model
import MoreAlgorithms
import OpenID
import Passwords
import ProviderOperation
import RelyingParty
import Runner
import ServiceLifecycle
import Store
import TerminalSurface
import WebSurface
import Sentences

/// The whole running system, assembled from the store, the runner, the web server on its addresses and the sweeper.
struct ServerProgram {
  let settings: Settings
  let isDemo: Bool
  let web: WebServer
  let runner: Runner
  private let sessions: Sessions
  let metadata: CurrentMetadata
  let logger: Logger
  private let practice: PracticeProviders?
  private let metrics: MetricsServer?
  private let mail: OperatorMail?
  private let checkpoints: AuditCheckpoints
  private let store: any Store

  /// - Parameter areHandsGone: `true` if this computer's hands do not run, so that pages do not look for them.
  init(
    _ settings: Settings, isDemo: Bool = false, strayHosts: Set<String> = [],
    areHandsGone: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    self.settings = settings
    self.isDemo = isDemo
    var logger = Logger(label: "latchstring")
    logger.logLevel = settings.logLevel
    self.logger = logger
    _ = try Self.folder(settings.data)
    if case .server(let address) = settings.store { try DatabaseLook.beforeStart(address, logger) }
    let database: any Store = try isDemo ? SQLiteStore() : settings.store.open()
    let measured = settings.metricsPort.map { _ in MeasuredStore(database) }
    let store: any Store = measured ?? database
    self.store = store
    mail = settings.operatorAddress.map { [logger] in
      OperatorMail($0, site: settings.rpID, data: settings.data, logger: logger)
    }
    let environment = ServerEnvironment.live
    let site = try await settings.site(
      in: store, accountsPerDay: settings.accountsPerDay,
      roots: try settings.attestationRoots.map(CertificateFile.anchors) ?? [])
    try await Site.keep(rpID: settings.rpID, in: store)
    let signer = try await Self.signer(settings, isDemo: isDemo, in: store, logger)
    checkpoints = AuditCheckpoints(store: store, signer: signer, logger: logger)
    let hashing = try settings.hashing()
    if let port = settings.metricsPort, let measured {
      let registry = MeasurementRegistry()
      registry.gauge(.storeWaiting) { measured.waiting }
      registry.gauge(.passwordsWaiting) { hashing.waiting + hashing.pausing }
      registry.install()
      metrics = MetricsServer(registry: registry, port: port, logger: logger)
    } else {
      metrics = nil
    }
    let library = MetadataLibrary(settings: settings.metadata)
    metadata = isDemo ? CurrentMetadata() : CurrentMetadata.filled(from: library, at: Date(), logger)
    var party = RelyingParty(id: settings.rpID, name: settings.rpName, origins: settings.origins)
    party.algorithms = .complete
    let conformance = try settings.conformance.conformance(
      for: party, environment: environment, shelf: metadata, verifying: library, logger)
    runner = Runner(
      store: store, environment: environment, hashing: hashing,
      ceremonies: Ceremonies(site: site, environment: environment, algorithms: .complete, metadata: metadata))
    if let first = settings.practicePort {
      practice = try await PracticeProviders(in: settings.data, from: first)
    } else {
      practice = nil
    }
    sessions = Sessions(runner: runner)
    let pageOrigins = settings.origins.filter { $0.hasPrefix("http") }, pageOrigin = pageOrigins.first ?? ""
    var webSettings = WebSettings(
      origin: pageOrigin, rpID: settings.rpID, origins: Set(pageOrigins),
      hosts: Set(pageOrigins.compactMap(Self.host)), strayHosts: strayHosts, trustedProxies: settings.trustedProxies,
      postsPerMinute: settings.postsPerMinute, demo: isDemo ? Self.pretendedKeys() : nil,
      hands: HandsSettings.address(port: settings.handsPort), isHome: settings.isHome,
      wellKnown: settings.wellKnown, outbox: practice?.mailbox.outbox)
    webSettings.areHandsGone = areHandsGone
    webSettings.logKey = signer.key
    webSettings.copyLine = { [data = settings.data] in CopyCommand.line($0, data: data) }
    web = try await WebServer(
      settings: webSettings,
      runner: runner, sessions: sessions,
      accounts: Accounts(store: store, environment: environment), store: store, metadata: metadata,
      conformance: conformance,
      serviceKeys: isDemo ? try DrawnServiceKeys.read() : try await Self.serviceKeys(settings, for: store, logger))
  }

  /// Returns what reads the keys for services. Without them, nobody is kept from their account.
  private static func serviceKeys(
    _ settings: Settings, for store: any Store, _ logger: Logger
  ) async throws -> @Sendable () throws -> SigningKeys? {
    let keys = ServiceKeys(at: settings.serviceKeys, in: settings.data)
    if try keys.read() == nil, try await store.read({ try !$0.services().isEmpty }) {
      logger.error("\(keys.missing.description)")
    }
    return { try keys.read() }
  }

  /// Returns the key of the audit log. That of a demo lasts as long as its log.
  private static func signer(
    _ settings: Settings, isDemo: Bool, in store: any Store, _ logger: Logger
  ) async throws -> CheckpointSigner {
    let key = AuditKey(at: settings.auditKey, of: settings.rpID, in: settings.data, settings.store)
    if isDemo { return try key.draw() }
    let (signer, isChanged) = try await key.signer(in: store)
    if isChanged {
      logger.warning("the audit log's checkpoints are signed with another key from now on: \(signer.key.text)")
    }
    return signer
  }

  /// Creates the keys of a scripted world, which cease to exist with it.
  private static func pretendedKeys() -> PretendedKeys {
    let things = DemoThings()
    return PretendedKeys(
      create: { try things.create($0, $1, origin: $2) }, get: { try things.get($0, $1, origin: $2) })
  }

  /// Runs until the program receives a stop signal. Requests in progress are completed first.
  /// - Parameters:
  ///   - sockets: Listening sockets from the service manager. If there are any, no other address is opened.
  ///   - then: Called once the server is listening on all of its addresses.
  func run(
    on hosts: [String], orOn sockets: [CInt] = [], saying greeting: Sentence, then: @escaping @Sendable () -> Void = {}
  ) async throws {
    let held = HeldLog(), opening = held.logger(like: logger)
    let addresses = (sockets.isEmpty ? hosts.count : sockets.count) + (metrics == nil ? 0 : 1)
    let ready = Countdown(addresses) { [practice, settings] in
      say(greeting, keeping: [settings.data])
      held.open()
      practice?.begin()
      then()
      ServiceManager.tellReady()
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] =
      if sockets.isEmpty {
        hosts.map { host in
          .init(service: web.application(host: host, port: settings.port, logger: opening) { _ in ready.count() })
        }
      } else {
        sockets.map { .init(service: web.server(socket: $0, logger: opening) { ready.count() }) }
      }
    services.append(
      .init(
        service: Sweeper(logger: logger) { [runner, sessions, mail] in
          do {
            try await runner.sweep()
            try await sessions.forgetVisitors()
          } catch let error as StoreError {
            await mail?.tell(.store)
            throw error
          }
        }))
    services.append(.init(service: checkpoints))
    services.append(
      .init(service: LogoutDelivery(desks: web.desks, runner: runner, store: store, logger: logger)))
    if case .server = settings.store {
      services.append(.init(service: AuditChaining(store: store, logger: logger)))
    }
    if let mail {
      services.append(
        .init(service: DailyCheck(store: store, key: checkpoints.signer.key, metadata: metadata, mail: mail)))
    }
    if var metrics {
      metrics.onRunning = { ready.count() }
      services.append(.init(service: metrics))
    }
    services += practice?.services(logger).map { .init(service: $0) } ?? []
    if settings.metadata.isUpdated, !isDemo {
      let library = MetadataLibrary(settings: settings.metadata)
      services.append(.init(service: MetadataUpdater(library: library, shelf: metadata, store: store, logger: logger)))
    }
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await naming(port: settings.port) { try await group.run() }
  }

  /// Returns the path of the database in this folder, and creates the folder if it does not exist.
  static func file(in folder: String) throws -> String { Settings.database(in: try Self.folder(folder)) }
  /// Returns the folder, and creates it if it does not exist.
  static func folder(_ path: String) throws -> String {
    umask(0o077)  // also where the folder was there before: what is written into it is its owner's alone
    do { try OwnerFolder.make(path) } catch {
      throw ConfigurationProblem("data is \(path), and that folder cannot be made.")
    }
    return path
  }
  private static func host(of origin: String) -> String? {
    URL(string: origin).flatMap { url in url.host().map { $0.lowercased() + (url.port.map { ":\($0)" } ?? "") } }
  }
}
