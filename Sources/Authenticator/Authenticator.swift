/// A CTAP 2.1 authenticator, independent of transports. It takes the bytes of one command and returns the bytes of the
/// response.
///
/// Commands run one at a time, whoever sends them; others wait for their turn. A caller that gives up cancels its task.
public actor Authenticator {
  let keys: any KeyStore
  let storage: any AuthenticatorStorage
  let person: any Person
  public nonisolated let settings: AuthenticatorSettings
  let clock: @Sendable () -> ContinuousClock.Instant

  var queue = CommandQueue()
  /// A closure that ends the current question to the person.
  var stopAsking: (@Sendable () -> Void)?
  /// `true` if the current command was cancelled, perhaps before the person was asked.
  var isCancelled = false
  /// `true` if the current command is waiting for the person. A transport reports this in its keepalive messages.
  public internal(set) var isWaitingForPerson = false

  /// The store's generation as of the last command.
  var generation: [UInt8]?

  // Volatile state, which is lost when power is lost.
  var sealingKeys: SealingKeys?
  var poweredUp: ContinuousClock.Instant
  var agreement = KeyAgreement()
  var token: PINToken?
  var wrongPINsInARow = 0
  var stateful: StatefulCommand?

  /// - Parameters:
  ///   - keys: The store of the authenticator's keys.
  ///   - storage: The sealed storage of discoverable credentials, large blobs and the configuration.
  ///   - person: The person who confirms presence and may be asked for the PIN.
  ///   - clock: The clock used for token expiry and the reset window.
  public init(
    keys: any KeyStore, storage: any AuthenticatorStorage, person: any Person,
    settings: AuthenticatorSettings = AuthenticatorSettings(),
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.keys, self.storage, self.person, self.settings, self.clock) = (keys, storage, person, settings, clock)
    poweredUp = clock()
  }

  /// Performs one command (CTAP 2.1 §6, §8). The request is a command byte and its CBOR parameters. The response is a
  /// status byte, followed for most commands by CBOR if the status is 0.
  ///
  /// If `cancel()` is called or the task is cancelled while the person is being asked, the status is `keepaliveCancel`.
  /// - Parameter channel: The client that sends the command. Stateful commands, such as a sequence of assertions,
  ///   cannot be continued by another client.
  public func respond(to request: [UInt8], on channel: UInt32 = 0) async -> [UInt8] {
    guard await takeTurn() else { return [CTAPStatus.keepaliveCancel.rawValue] }
    defer { endTurn() }
    do { return [CTAPStatus.success.rawValue] + (try await perform(request, on: channel)?.encoded() ?? []) } catch {
      return [CTAPStatus(cause: error).rawValue]
    }
  }

  /// Performs one U2F (CTAP1) command. Takes an ISO 7816 command APDU, short or extended, and returns a response APDU.
  public func respond(toU2F apdu: [UInt8]) async -> [UInt8] {
    guard await takeTurn() else { return U2FStatus.conditionsNotSatisfied.bytes }
    defer { endTurn() }
    do { return try await performU2F(try U2FCommand(apdu)) + U2FStatus.success.bytes } catch {
      return U2FStatus(cause: error).bytes
    }
  }

  /// Ends the command that is waiting for the person. A transport with several clients instead cancels the task of the
  /// client that gave up.
  public func cancel() {
    isCancelled = queue.isTaken
    stopAsking?()
  }

  /// Acts as if the authenticator had been unplugged and plugged in again. The current command is cancelled, tokens
  /// end, the block after three wrong PINs is lifted, and a reset is possible again.
  public func powerCycle() async {
    cancel()
    guard await takeTurn() else { return }
    defer { endTurn() }
    poweredUp = clock()
    forgetAllPower()
  }

  /// Forgets opened keys and every client's token. Called for a client that has finished. The count of wrong PINs is
  /// kept.
  public func forgetSecrets() async {
    guard await takeTurn() else { return }
    defer { endTurn() }
    (sealingKeys, token, stateful) = (nil, nil, nil)
  }

  func forgetAllPower() {
    agreement.regenerate()
    (sealingKeys, token, wrongPINsInARow, stateful) = (nil, nil, 0, nil)
  }
}
