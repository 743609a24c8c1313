import Authenticator

/// A browser's passkey provider. It receives the pages' requests, as the extension forwards them, and has this
/// computer's authenticator answer them.
public actor BrowserHost {
  /// The limits on how long a request may take, regardless of the page's own limit.
  public struct Patience: Sendable {
    public var least: Duration = .seconds(15), most: Duration = .seconds(600)
    /// The time limit if the page does not state one.
    public var usual: Duration = .seconds(300)
    public init() {}

    func bounded(_ milliseconds: Int64?) -> Duration {
      guard let milliseconds else { return usual }
      return min(max(.milliseconds(max(milliseconds, 0)), least), most)
    }
  }

  private let queue: AuthenticatorQueue, patience: Patience
  private var running: [Int64: Task<Void, Never>] = [:]
  /// The requests that wait for the person to choose one of several accounts.
  private var choices: [Int64: CheckedContinuation<Int?, Never>] = [:]

  public init(_ queue: AuthenticatorQueue, patience: Patience = Patience()) {
    self.queue = queue; self.patience = patience
  }

  /// Serves the browser. Returns when the browser has disconnected and all of its requests have ended.
  public func serve(_ port: NativePort) async {
    for await message in port.messages() { take(message) { port.send($0) } }
    let left = running.values
    for task in left { task.cancel() }
    for task in left { await task.value }
  }

  /// Accepts one message. Its response is sent when it is ready.
  func take(_ bytes: [UInt8], send: @escaping @Sendable ([UInt8]) -> Void) {
    guard let message = BrowserMessage(bytes) else { return }
    switch message.ask {
    case .cancel: return running[message.id]?.cancel() ?? ()
    case .choose(let index): return chosen(index, for: message.id)
    default: break
    }
    guard running[message.id] == nil else { return send(BrowserAnswer.failure(.unreadable).message(to: message.id)) }
    running[message.id] = Task {
      let answer = await answer(message.ask) { accounts in
        await self.choice(message.id) { send(BrowserAnswer.accounts(accounts).message(to: message.id)) }
      }
      end(message.id)
      let bytes = answer.message(to: message.id)
      send(bytes.count > NativeMessages.longestOut ? BrowserAnswer.failure(.unreadable).message(to: message.id) : bytes)
      if running.isEmpty { await queue.forgetSecrets() }
    }
  }

  private func end(_ id: Int64) { running[id] = nil }

  /// Asks the person and waits for the choice. Also returns `nil` if the request has been cancelled.
  private func choice(_ id: Int64, _ ask: @Sendable () -> Void) async -> Int? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        guard !Task.isCancelled else { return waiter.resume(returning: nil) }
        choices[id] = waiter
        ask()
      }
    } onCancel: {
      Task { await chosen(nil, for: id) }
    }
  }
  private func chosen(_ index: Int?, for id: Int64) { choices.removeValue(forKey: id)?.resume(returning: index) }

  private nonisolated func answer(_ ask: BrowserMessage.Ask, choosing choose: @escaping SignIn.Choice) async
    -> BrowserAnswer
  {
    do {
      switch ask {
      case .create(let text):
        let details = try CreationDetails(text)
        guard !details.wantsAnotherDevice else { return .failure(.anotherDevice) }
        return await within(patience.bounded(details.timeout)) { client in
          try await CredentialCreation(details, client).run()
        }
      case .get(let text):
        let details = try AssertionDetails(text)
        return await within(patience.bounded(details.timeout)) { client in
          try await SignIn(details, client, choose).run()
        }
      case .look(isCreation: true, let text):
        let details = try CreationDetails(text)
        return .known(site: details.rpID, userName: details.userName)
      case .look(isCreation: false, let text):
        let details = try AssertionDetails(text)
        return .known(
          site: details.rpID, userName: await queue.nameOfOnlyAccount(rpID: details.rpID, allowed: details.allowed))
      case .signal(let text, let origin):
        let details = try SignalDetails(text, origin: origin)
        try await queue.take(details.signal, rpID: details.rpID)
        return .done
      case .state:
        return .state(verifies: await queue.verifies())
      case .cancel, .choose: return .failure(BrowserFailure(.abort))
      }
    } catch { return .failure(BrowserFailure(cause: error)) }
  }

  /// Returns the client for browsers. All browsers share one client, whose iteration over several assertions is
  /// separate from that of other clients.
  private static func client(of authenticator: any PasskeyAuthenticator) -> CTAPClient {
    CTAPClient { await authenticator.respond(to: $0, on: 0) }
  }

  /// Holds the authenticator for a whole ceremony, and ends the ceremony when its time is up.
  private nonisolated func within(
    _ time: Duration, _ ceremony: @escaping @Sendable (CTAPClient) async throws -> [UInt8]
  ) async -> BrowserAnswer {
    await withTaskGroup(of: BrowserAnswer?.self) { group in
      group.addTask { [queue] in
        await queue.hold { authenticator in
          do { return .response(try await ceremony(Self.client(of: authenticator))) } catch {
            // If no attempts are left, the person was not asked, and CTAP tells the client to ask for the PIN itself.
            let isBlocked = error as? CTAPStatus == .puatRequired ? await !authenticator.verifies() : false
            return .failure(isBlocked ? BrowserFailure(.pinBlocked) : BrowserFailure(cause: error))
          }
        } ?? .failure(BrowserFailure(.abort))
      }
      group.addTask { (try? await Task.sleep(for: time)) == nil ? nil : .failure(.timedOut) }
      defer { group.cancelAll() }
      while let first = await group.next() {
        if let first { return Task.isCancelled ? .failure(BrowserFailure(.abort)) : first }
      }
      return .failure(BrowserFailure(.abort))
    }
  }
}
