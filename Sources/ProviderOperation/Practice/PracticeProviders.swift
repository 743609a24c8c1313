import Escrow
import EscrowProvider
import Foundation
import HandsTools
import HTTPConnections
import Hummingbird
import Logging
import Model
import Sentences
import ServiceLifecycle
import TerminalSurface

/// Three escrow providers that this computer simulates, each with its own port and database, so that account recovery
/// can be practised before it is needed. One of them accepts practice money. The providers' descriptions of themselves
/// contain "practice", and no way through them counts (G-34).
public struct PracticeProviders: Sendable {
  private struct Member {
    var port: Int
    var server: ProviderServer
    /// A stream that ends when the provider may start.
    let gate = AsyncStream<Never>.makeStream()
  }
  private let members: [Member]
  /// The messages that the providers would have sent.
  public let mailbox = PracticeMailbox()

  /// Returns the addresses of a data folder's providers, in the order in which they are offered.
  ///
  /// - Parameter first: The first of three consecutive ports; `nil` if there are no providers.
  public static func urls(from first: Int?) -> [String] {
    first.map { first in (0..<names.count).map { url(port: first + $0) } } ?? []
  }
  private static func url(port: Int) -> String { "http://127.0.0.1:\(port)/" }

  /// Starts the providers. This is called once the page is open, so that a second home on the same port takes nothing
  /// from the first.
  public func begin() { for member in members { member.gate.continuation.finish() } }

  /// The storage limit for each provider, in bytes. It is many times what practice needs, and little on a disk.
  private static let mostStored = 16 << 20
  private static let names = ["Practice One", "Practice Two", "Practice Three"]
  /// The prices of the last provider.
  private static let yearly = "PRACTICE:2", perMethod = "PRACTICE:0.5", perMessage = "PRACTICE:0.25"

  /// Opens the providers' databases. If one cannot be used, the others continue without that provider, because practice
  /// must not keep anybody from their account.
  ///
  /// - Parameter first: The first of three consecutive ports.
  public init(in data: String, from first: Int) async throws {
    let folder = PracticeKey.folder(in: data)
    do { try OwnerFolder.make(folder) } catch {
      throw ConfigurationProblem("data is \(data), and no folder for the practice providers can be made in it.")
    }
    let key = try PracticeKey.make(in: data)
    var members: [Member] = []
    for (place, name) in Self.names.enumerated() {
      let file = folder + "/provider-\(place + 1).sqlite", port = first + place
      do {
        let store = try SQLiteProviderStore(path: file), takesMoney = place == Self.names.count - 1
        let provider = try await Self.provider(
          name, store, at: Self.url(port: port), key, takesMoney: takesMoney, mailbox)
        members.append(Member(port: port, server: ProviderServer(provider)))
      } catch let error as StoreError {
        warn("One practice provider is missing, because its database cannot be opened: \(error.reason).")
      }
    }
    self.members = members
  }

  private static func provider(
    _ name: String, _ store: any ProviderStore, at url: String, _ key: OwnProviderKey, takesMoney: Bool,
    _ mailbox: PracticeMailbox
  ) async throws -> Provider {
    guard
      var settings = ProviderSettings(
        businessName: name, currency: "PRACTICE", methods: [.question, .email, .sms, .post, .totp]),
      let yearly = Amount(yearly), let perMethod = Amount(perMethod), let perMessage = Amount(perMessage)
    else { throw ConfigurationProblem("The practice providers have prices that cannot be written.") }
    settings.isPractice = true
    if let address = ProviderAddress(url) { settings.ownProof = { key.proof(of: address, for: $0) } }
    settings.mostStored = mostStored
    let till = takesMoney ? Till(store: store) : nil
    if takesMoney {
      (settings.annualFee, settings.truthUploadFee) = (yearly, perMethod)
      settings.methods = settings.methods.map {
        $0.type == .sms ? ProviderConfiguration.Method(.sms, cost: perMessage) : $0
      }
    }
    return try await Provider(
      settings: settings, store: store, deliveries: [.email: mailbox, .sms: mailbox, .post: mailbox],
      merchant: till?.merchant(at: url), till: till)
  }

  /// Returns the services, which wait for `begin`. If a port is already in use, the others continue without that
  /// provider. Anything that needs the missing provider reports that it cannot be reached.
  public func services(_ logger: Logger) -> [any Service] {
    members.flatMap { member -> [any Service] in
      [
        PracticeService(
          member.server.application(host: "127.0.0.1", port: member.port, isOwn: true, logger: logger),
          port: member.port, start: member.gate.stream),
        Sweeper(logger: logger) { [server = member.server] in try await server.sweep() },
      ]
    }
  }
}

/// Prints a warning where `home` prints its messages.
private func warn(_ sentence: Sentence) { complain(sentence, after: "") }

/// One practice provider, whose failure does not stop the other services.
private struct PracticeService: Service {
  private let application: any ApplicationProtocol
  private let port: Int
  private let start: AsyncStream<Never>
  init(_ application: any ApplicationProtocol, port: Int, start: AsyncStream<Never>) {
    self.application = application; self.port = port; self.start = start
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { for await _ in start {} }
    guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return }
    do { try await application.run() } catch is CancellationError {} catch {
      warn(
        """
        Port \(port) is taken by another program, so that one practice provider is missing. practice.port names others.
        """)
      try? await gracefulShutdown()
    }
  }
}
