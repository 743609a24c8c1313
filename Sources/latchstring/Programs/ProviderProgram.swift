import Escrow
import EscrowProvider
import HTTPConnections
import Hummingbird
import Logging
import Mail
import Model
import ProviderOperation
import ServiceLifecycle
import Store
import TerminalSurface
import Sentences

/// One escrow provider, assembled from its database, the services that send its codes and take its money, the server
/// and the sweeper.
struct ProviderProgram {
  let settings: ProviderCommandSettings
  private let server: ProviderServer
  private let logger: Logger

  init(_ settings: ProviderCommandSettings) async throws {
    self.settings = settings
    var logger = Logger(label: "latchstring.provider")
    logger.logLevel = settings.logLevel
    self.logger = logger
    var deliveries: [MethodType: any CodeDelivery] = settings.commands.mapValues { CommandDelivery(command: $0) }
    if let smtp = settings.smtp { deliveries[.email] = SMTPDelivery(SMTPSender(smtp)) }
    var feed: TransferFeed?
    if let source = settings.transfers { feed = { [logger] in try await source.transfers(logger) } }
    switch settings.store {
    case .file: _ = try ServerProgram.folder(settings.data)
    case .server(let address): try DatabaseLook.beforeStart(address, logger)
    }
    let store = try settings.store.openProvider()
    do {
      server = ProviderServer(
        try await Provider(
          settings: settings.provider, store: store, deliveries: deliveries,
          merchant: settings.merchant.map { TalerMerchant(base: $0.url, token: $0.token) }, transferFeed: feed))
    } catch let problem as ProviderProblem {
      throw ConfigurationProblem(problem.sentence)
    }
  }

  /// Runs until the program receives a stop signal. Requests in progress are completed first.
  func run() async throws {
    let sockets = ServiceManager.sockets
    let place: Sentence =
      sockets.isEmpty
      ? Sentence(verbatim: "\(settings.host):\(settings.port)") : "the address that the service manager opened"
    let first: Sentence =
      if let url = settings.url {
        "Latchstring keeps shares for friends on \(place), and they reach it at \(url)."
      } else {
        "Latchstring keeps shares for friends on \(place)."
      }
    let kept: Sentence =
      switch settings.store {
      case .file(let path): "Everything is in \(path)."
      case .server: "Everything is in the database that database.url names."
      }
    let greeting: Sentence = """
      \(first)
      \(kept)
      """
    let held = HeldLog(), opening = held.logger(like: logger)
    let ready = Countdown(max(sockets.count, 1)) { [settings] in
      say(greeting, keeping: [ProviderCommandSettings.database(in: settings.data)])
      held.open()
      ServiceManager.tellReady()
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: Sweeper(logger: logger) { [server] in try await server.sweep() })
    ]
    if sockets.isEmpty {
      let application = server.application(host: settings.host, port: settings.port, logger: opening) { _ in
        ready.count()
      }
      services.append(.init(service: application))
    } else {
      services += sockets.map { .init(service: server.server(socket: $0, logger: opening) { ready.count() }) }
    }
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await naming(port: settings.port) { try await group.run() }
  }
}
