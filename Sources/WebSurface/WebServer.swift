import AccountService
import CeremonyService
import HTTPConnections
import Hummingbird
import Logging
import Model
import NIOCore
import OpenID
import Runner
import Sentences
import ServiceLifecycle

/// The web app: guards, pages, flows and endpoints on one router.
public struct WebServer: Sendable {
  let settings: WebSettings
  let runner: Runner
  let sessions: Sessions
  let accounts: Accounts
  let store: any Store
  let metadata: CurrentMetadata
  let conformance: ConformanceServer?
  let pages: Pages
  /// Where services ask who somebody is.
  public let desks: ServiceDesks
  private let language: ReadersLanguage
  private let opener: String
  // The limits, which all listening addresses share because a browser may use any of them.
  private let limit: AddressLimit, recoveries: AddressLimit
  private let connections: ConnectionGuard, crowd: CrowdGuard
  /// Whether the store can be read.
  private let health: SharedLook
  private static let recoveriesPerHour = 60

  /// - Parameters:
  ///   - conformance: Responds to the FIDO Alliance's conformance tool; `nil` if the tool is not supported.
  ///   - catalogues: The available languages of the pages, in addition to English.
  ///   - serviceKeys: Reads the keys with which services are answered; returns `nil` on a site without services.
  public init(
    settings: WebSettings, runner: Runner, sessions: Sessions, accounts: Accounts, store: any Store,
    metadata: CurrentMetadata = CurrentMetadata(), conformance: ConformanceServer? = nil,
    catalogues: [Catalogue] = Languages.all,
    serviceKeys: @escaping @Sendable () throws -> SigningKeys? = { nil }
  ) async throws {
    self.settings = settings; self.runner = runner; self.sessions = sessions; self.accounts = accounts
    self.store = store
    desks = ServiceDesks(runner: runner, issuer: settings.origin, keys: serviceKeys)
    self.metadata = metadata
    self.conformance = conformance
    pages = try await Pages(
      isDemo: settings.isDemo, isHome: settings.isHome, hands: settings.hands, areHandsGone: settings.areHandsGone,
      catalogues: catalogues)
    language = ReadersLanguage(catalogues: catalogues)
    opener = try Opener.page()
    limit = AddressLimit(most: settings.postsPerMinute, in: 60, trustedProxies: settings.trustedProxies)
    connections = ConnectionGuard(settings.connections)
    crowd = CrowdGuard(most: settings.connections.answers)
    health = SharedLook { _ = try await store.read { try $0.installationValue("prf_salt") } }
    // A recovery needs no sign-in, and once started, it is kept for as long as its session, or for weeks.
    recoveries = AddressLimit(
      most: settings.postsPerMinute > 0 ? Self.recoveriesPerHour : 0, in: 3600, trustedProxies: settings.trustedProxies)
  }

  /// Creates the application for one listening address. `onRunning` is called with the port once the application is
  /// listening.
  public func application(
    host: String, port: Int, logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      router: router, server: connections.server,
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil, backlog: ConnectionGuard.backlog),
      onServerRunning: { await onRunning($0.localAddress?.port ?? port) }, logger: logger)
  }

  /// Creates the server for a listening socket that the service manager has opened. `onRunning` is called once it
  /// accepts connections.
  public func server(socket: CInt, logger: Logger, onRunning: @escaping @Sendable () async -> Void) -> some Service {
    InheritedServer(
      socket: socket, responder: router.buildResponder(), guarding: connections, logger: logger, onRunning: onRunning)
  }

  private var router: Router<PeerContext> {
    let router = Router(context: PeerContext.self)
    var quiet = Logger(label: "files")
    quiet.logLevel = .warning  // nobody needs to read at every start where the files lie
    router.add(middleware: PageHeaders(isSecure: settings.isSecure, hands: settings.hands))
    router.add(middleware: RequestLog(source: "WebSurface"))
    router.add(middleware: language)
    router.add(middleware: ErrorAnswers(pages: pages))
    router.add(middleware: crowd)
    router.add(middleware: HostGuard(settings: settings))
    router.add(middleware: PathGuard())
    if let conformance {
      // before the origin guard: the tool has its own pages
      ConformanceRoutes(conformance: conformance, settings: settings).add(to: router.group().add(middleware: limit))
    }
    // before the origin guard: services are elsewhere, and no cookie counts for them
    OpenIDEndpoints(desks: desks, settings: settings).add(to: router.group())
    router.add(middleware: OriginGuard(origins: settings.origins))
    // The limit comes after the origin guard, so that requests rejected for coming from a different site's page do not
    // count against its visitor.
    router.add(middleware: limit)
    if let keys = settings.demo { DemoRoutes(origin: settings.origin, keys: keys).add(to: router) }
    router.add(
      middleware: FileMiddleware(
        Pages.folder("Public"), cacheControl: .init([(MediaType(type: .any), [.noCache])]), searchForIndexHtml: false,
        logger: quiet))
    FileRoutes(files: pages.files).add(to: router)
    PageRoutes(runner: runner, sessions: sessions, settings: settings, pages: pages, accounts: accounts)
      .add(to: router)
    SettingsRoutes(
      runner: runner, sessions: sessions, settings: settings, pages: pages, accounts: accounts, metadata: metadata
    ).add(to: router)
    AccountRoutes(runner: runner, sessions: sessions, settings: settings, pages: pages, accounts: accounts)
      .add(to: router)
    OpenIDRoutes(desks: desks, runner: runner, sessions: sessions, settings: settings, pages: pages).add(to: router)
    ServiceSettingsRoutes(runner: runner, sessions: sessions, settings: settings).add(to: router)
    InvitationRoutes(runner: runner, sessions: sessions, settings: settings, pages: pages).add(to: router)
    FlowRoutes(runner: runner, sessions: sessions, settings: settings, pages: pages, recoveries: recoveries)
      .add(to: router)
    TroubleRoutes(runner: runner, sessions: sessions, settings: settings, pages: pages).add(to: router)
    RehearsalRoutes(sessions: sessions, settings: settings, pages: pages).add(to: router)
    HandoffRoutes(handoffs: Handoffs(runner: runner), sessions: sessions, settings: settings, pages: pages)
      .add(to: router)
    KitRoutes(sessions: sessions, settings: settings, pages: pages).add(to: router)
    JournalRoutes(journal: Journals(store: store), sessions: sessions, settings: settings).add(to: router)
    CeremonyRoutes(
      endpoints: CeremonyEndpoints(runner: runner, sessions: sessions), sessions: sessions, settings: settings
    ).add(to: router)
    CheckpointRoutes(store: store, key: settings.logKey).add(to: router)
    if let outbox = settings.outbox {
      OutboxRoutes(outbox: outbox, runner: runner, sessions: sessions, settings: settings, pages: pages)
        .add(to: router)
    }
    if settings.hasPasskeysPage { PasskeyRoutes(pages: pages).add(to: router) }
    VerifyRoutes(checker: ResponseChecker(runner.ceremonies), pages: pages).add(to: router)
    WordRoutes().add(to: router)
    OpenerRoutes(page: opener).add(to: router)
    ModelRoutes(metadata: metadata).add(to: router)
    WellKnownRoutes(settings: settings, health: health).add(to: router)
    #if DEBUG
      // Behind a proxy every client appears to be on loopback.
      if settings.trustedProxies == 0 { DebugRoutes().add(to: router) }
    #endif
    return router
  }
}
