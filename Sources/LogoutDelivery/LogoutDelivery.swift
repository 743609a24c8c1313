import AccountService
import AsyncAlgorithms
import AsyncHTTPClient
import Foundation
import Logging
import Model
import NIOCore
import OpenID
import Runner
import ServiceLifecycle
import Synchronization

/// Tells services that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0 §2.5): at once, and again for a day if
/// they do not answer. What has to be told is in the store, so it survives a restart, and any server of a site tells it.
/// Nobody waits for it.
public struct LogoutDelivery: Service {
  /// The interval at which the store is looked at for what others wrote.
  static let look = Duration.seconds(1)
  /// The time that a service has to answer.
  static let patience = TimeAmount.seconds(5)
  /// The maximum number of services that are told at the same time, so that those that hang keep no others waiting for
  /// long.
  static let mostAtOnce = 32
  /// The maximum number of those that are for one service: one that hangs keeps the others' places free.
  static let mostForOne = 4
  /// The time, in seconds, after which what found no place is looked at again.
  static let turn: TimeInterval = 2
  /// The time, in seconds, for which no other server tries what this one does.
  static let lease: TimeInterval = 30

  private let desks: ServiceDesks
  private let store: any Store
  private let environment: ServerEnvironment
  private let news: AsyncStream<Void>
  private let logger: Logger
  private let running = Running()

  public init(
    desks: ServiceDesks, runner: Runner, store: any Store, environment: ServerEnvironment = .live, logger: Logger
  ) {
    self.desks = desks; self.store = store; self.environment = environment; self.logger = logger
    news = runner.logouts.news
  }

  /// How many are being told now, by service.
  private final class Running: Sendable {
    private let services = Mutex<[String: Int]>([:])

    var count: Int { services.withLock { $0.values.reduce(0, +) } }
    /// Returns `false` if as many as may be told for this service already are.
    func begin(_ service: String) -> Bool {
      services.withLock { running in
        guard running[service, default: 0] < LogoutDelivery.mostForOne else { return false }
        running[service, default: 0] += 1
        return true
      }
    }
    func end(_ service: String) {
      services.withLock { running in
        running[service, default: 1] -= 1
        if running[service] == 0 { running[service] = nil }
      }
    }
  }

  public func run() async throws {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = Self.patience
    let client = HTTPClient(configuration: configuration)
    let looks = AsyncTimerSequence(interval: Self.look, clock: .continuous).map { _ in }
    await withDiscardingTaskGroup { group in
      for await _ in merge(looks, news).cancelOnGracefulShutdown() {
        do {
          var later: [ServiceLogout] = []
          for logout in try await due() {
            guard running.begin(logout.service) else { later.append(logout); continue }
            group.addTask {
              await tell(logout, by: client)
              running.end(logout.service)
            }
          }
          if !later.isEmpty { try await putOff(later) }
        } catch { logger.error("services were not told", metadata: ["error": "\(type(of: error))"]) }
      }
    }
    try await client.shutdown()
  }

  private func due() async throws -> [ServiceLogout] {
    let free = Self.mostAtOnce - running.count, now = environment.now()
    // A server without the keys leaves it to one that has them.
    guard free > 0, try await desks.open() != nil, let next = try await store.read({ try $0.nextServiceLogout() }),
      next <= now
    else { return [] }
    return try await store.write { records in
      try records.takeServiceLogouts(dueAt: now, until: now + Self.lease, limit: free)
    }
  }

  /// Lets others go first.
  private func putOff(_ logouts: [ServiceLogout]) async throws {
    let next = environment.now() + Self.turn
    try await store.write { records in
      for var logout in logouts {
        logout.nextAt = next
        try records.update(logout)
      }
    }
  }

  private func tell(_ logout: ServiceLogout, by client: HTTPClient) async {
    let hasHeard: Bool
    do {
      guard let desk = try await desks.open() else { return try await putOff([logout]) }
      guard let message = try await desk.message(for: logout) else { return try await giveUp(logout) }
      hasHeard = await deliver(message, by: client)
    } catch { return logger.error("a service was not told", metadata: ["error": "\(type(of: error))"]) }
    do { try await note(logout, hasHeard: hasHeard) } catch {
      // The lease ends by itself, and it is told again: a service may hear twice, which does no harm.
      logger.error("nobody knows whether a service heard", metadata: ["error": "\(type(of: error))"])
    }
  }

  private func deliver(_ message: ServiceDesk.LogoutMessage, by client: HTTPClient) async -> Bool {
    var request = HTTPClientRequest(url: message.address)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
    var form = Parameters()
    form.append("logout_token", message.token)
    request.body = .bytes(ByteBuffer(string: form.encoded))
    // What goes wrong at the other end is not for a log: its address may say more than ours to tell.
    guard let response = try? await client.execute(request, timeout: Self.patience) else { return false }
    return response.status == .ok || response.status == .noContent
  }

  private func note(_ logout: ServiceLogout, hasHeard: Bool) async throws {
    let now = environment.now()
    var told = logout
    told.tries += 1
    if hasHeard {
      (told.heardAt, told.nextAt) = (now, nil)
    } else {
      told.nextAt = now + Self.pause(after: told.tries)
      if now.timeIntervalSince(logout.createdAt) >= ServiceLogout.patience { return try await giveUp(told) }
    }
    try await store.write { [told] records in
      try records.update(told)
      if hasHeard { try Self.log(.serviceHeard, told, at: now, records) }
    }
  }

  private func giveUp(_ logout: ServiceLogout) async throws {
    let now = environment.now()
    var missed = logout
    missed.nextAt = nil
    try await store.write { [missed] records in
      try records.update(missed)
      try Self.log(.serviceMissed, missed, at: now, records)
    }
  }

  /// Nothing is added to the log of an account that is gone.
  private static func log(
    _ event: AuditEvent, _ logout: ServiceLogout, at now: Date, _ records: any Records
  ) throws {
    guard try records.account(logout.account) != nil else { return }
    try records.append(AuditEntry(event, account: logout.account, service: logout.service, at: now))
  }

  /// Returns for how many seconds a service is left alone after this many attempts: five, then four times longer each
  /// time, up to an hour.
  static func pause(after tries: Int) -> TimeInterval {
    min(5 * pow(4, Double(min(max(tries, 1), 8) - 1)), 60 * 60)
  }
}
