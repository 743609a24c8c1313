import CardHands
import Escrow
import EscrowHands
import Foundation
import HandsTools
import HTTPConnections
import LocalServer
import Logging
import Model
import PasskeyHands
import ProviderOperation
import ServiceLifecycle
import Synchronization
import TerminalSurface
import Sentences

extension [EscrowOperations.DefaultProvider] {
  /// Returns the providers that a person named or an operator set, and those available for practice.
  static func known(_ urls: [String], practice: [String]) -> Self {
    urls.map { .init(url: $0) } + practice.map { .init(url: $0, isPractice: true) }
  }
}

/// This computer's hands, assembled from readers, card operations, the pages that may use the hands, and the server
/// that those pages use.
struct HandsProgram {
  let port: Int
  let operations: CardOperations
  let server: HandsServer
  let logger: Logger
  /// How the page of `home` comes into a browser; `nil` for a page hosted elsewhere.
  let opening: PageOpening?
  private let codes: PairingCodes
  /// Set once pages can use the hands; only then is a code shown.
  private let isOpen = Flag()

  /// - Parameters:
  ///   - home: The page that this computer serves itself. Its requests need no further confirmation.
  ///   - cards: The readers, with the cards in them.
  ///   - passkeys: The storage of this computer's own passkeys; only the home page ever sees them.
  ///   - browser: The browser in which the page of `home` is opened; `nil` if it is only shown how to open it.
  ///   - practice: The escrow providers that this computer simulates, by their base URLs.
  init(
    _ settings: HandsSettings, home: String?, cards: any CardSource = DaemonSource(), passkeys: KeysSettings? = nil,
    browser: OwnBrowser? = nil, practice: [String] = []
  ) throws {
    var logger = Logger(label: "latchstring.hands")
    logger.logLevel = .critical  // what stops them is said in a sentence
    self.logger = logger
    port = settings.port
    let folder = try HandsFolder(in: settings.data)
    let tokens: TokenStore, pairings: PairingStore
    do throws(HandsError) {
      tokens = try TokenStore(path: folder.pages)
      pairings = try PairingStore(path: folder.pairings)
    } catch { throw ConfigurationProblem(error.reason) }
    let operations = CardOperations(
      source: cards, pairings: pairings, rehearsalFile: home == nil ? nil : folder.rehearsalCard)
    self.operations = operations
    let practice = practice.filter { !settings.providers.contains($0) }
    let escrow = EscrowOperations(
      client: .ofThisProgram(data: settings.data, practice: practice), folder: folder.path,
      providers: .known(settings.providers, practice: practice))
    let terminal = TerminalConfirmation { TerminalSurface.say($0) }, isOpen = isOpen
    let dialog = isatty(STDIN_FILENO) == 1 ? nil : PinentryConfirmation()
    codes = PairingCodes(
      changed: { if isOpen.isUp { Self.say(code: $0) } },
      closed: {
        TerminalSurface.say(
          """
          Too many wrong codes were sent to this computer. For a minute no code is taken; then a new one stands here.
          """)
      })
    opening = home.map { PageOpening(of: $0, file: folder.opening(at: settings.port), browser: browser) }
    server = HandsServer(
      origins: Set(settings.origins), homeOrigins: Set(home.map { [$0] } ?? []), tokens: tokens,
      codes: codes, secrets: opening?.secrets,
      confirm: { request in
        if let dialog { await dialog.ask(request.sentence) } else { await terminal.ask(request.sentence) }
      }, operations: operations,
      escrow: escrow,
      passkeys: passkeys.map(PasskeyOperations.ofThisComputer))
  }

  /// Runs until the program receives a stop signal, or `until` returns.
  /// - Parameters:
  ///   - taken: The sentence to use if a different program has the port; `nil` for the ordinary sentence.
  ///   - end: Must also return when it is cancelled, because nothing here ends before it has returned.
  func run(
    saying greeting: Sentence?, ifTaken taken: Sentence? = nil, until end: (@Sendable () async -> Void)? = nil
  ) async throws {
    defer { opening?.end() }
    let ready = Countdown(Loopback.addresses.count) {
      if let greeting { TerminalSurface.say(greeting) }
      opening?.begin()
      Self.say(code: codes.shown)
      isOpen.raise()
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = Loopback.addresses.map { host in
      .init(service: server.application(host: host, port: port, logger: logger) { ready.count() })
    }
    if let end {
      services.append(.init(service: Ending(wait: end), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await naming(port: port, taken) { try await group.run() }
  }

  private static func say(code: String) {
    TerminalSurface.say(
      "A page that wants this computer for cards, passkeys or account recovery asks for this code: \(code)")
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isUp: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
  }

  /// Ends the group once the awaited function has returned.
  private struct Ending: Service {
    var wait: @Sendable () async -> Void
    func run() async throws { await cancelWhenGracefulShutdown { await wait() } }
  }
}
