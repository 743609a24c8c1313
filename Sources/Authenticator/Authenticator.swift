/// A CTAP 2.1 authenticator, free of transports: bytes of one command in, bytes of its answer out.
///
/// One command runs at a time, whoever sends it; others wait for their turn. Whoever gives up cancels the task in which it called.
public actor Authenticator {
  let keys: any KeyStore
  let storage: any AuthenticatorStorage
  let person: any Person
  public nonisolated let settings: AuthenticatorSettings
  let clock: @Sendable () -> ContinuousClock.Instant

  var queue = CommandQueue()
  /// Ends what the person is asked just now.
  var stopAsking: (@Sendable () -> Void)?
  /// That the command under way was cancelled, perhaps before anybody was asked.
  var isCancelled = false
  /// Whether the command under way waits for the person: what a transport says in its keepalive messages.
  public internal(set) var isWaitingForPerson = false

  /// How the store stood at the last command.
  var generation: [UInt8]?

  // What is forgotten when it loses its power.
  var sealingKeys: SealingKeys?
  var poweredUp: ContinuousClock.Instant
  var agreement = KeyAgreement()
  var token: PINToken?
  var wrongPINsInARow = 0
  var stateful: StatefulCommand?

  /// - Parameters:
  ///   - keys: Where its keys live.
  ///   - storage: Where it remembers discoverable credentials, large blobs and its configuration, sealed.
  ///   - person: Who is asked for presence, and perhaps for the PIN.
  ///   - clock: The time by which tokens end and resets are allowed.
  public init(
    keys: any KeyStore, storage: any AuthenticatorStorage, person: any Person,
    settings: AuthenticatorSettings = AuthenticatorSettings(),
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.keys, self.storage, self.person, self.settings, self.clock) = (keys, storage, person, settings, clock)
    poweredUp = clock()
  }

  /// Performs one command (CTAP 2.1 §6, §8): a command byte and its CBOR parameters in, a status byte and, after status 0, perhaps CBOR out.
  ///
  /// Where `cancel()` is called or the task is cancelled while the person is asked, the status is `keepaliveCancel`.
  /// - Parameter channel: Which client asks. What one began, such as a sequence of assertions, no other continues.
  public func respond(to request: [UInt8], on channel: UInt32 = 0) async -> [UInt8] {
    guard await takeTurn() else { return [CTAPStatus.keepaliveCancel.rawValue] }
    defer { endTurn() }
    do { return [CTAPStatus.success.rawValue] + (try await perform(request, on: channel)?.encoded() ?? []) } catch {
      return [CTAPStatus(cause: error).rawValue]
    }
  }

  /// Performs one command of U2F (CTAP1): an ISO 7816 command APDU in, short or extended, a response APDU out.
  public func respond(toU2F apdu: [UInt8]) async -> [UInt8] {
    guard await takeTurn() else { return U2FStatus.conditionsNotSatisfied.bytes }
    defer { endTurn() }
    do { return try await performU2F(try U2FCommand(apdu)) + U2FStatus.success.bytes } catch {
      return U2FStatus(cause: error).bytes
    }
  }

  /// Ends whatever command waits for the person. A transport with several clients rather cancels the task of the one that gave up.
  public func cancel() {
    isCancelled = queue.isTaken
    stopAsking?()
  }

  /// As if it had been taken out and put in again: the command under way is cancelled, tokens end, three wrong PINs are forgiven, and it may be
  /// reset again.
  public func powerCycle() async {
    cancel()
    guard await takeTurn() else { return }
    defer { endTurn() }
    poweredUp = clock()
    forgetAllPower()
  }

  /// Forgets what it opened for the commands so far, and every client's token. For a client that came to its end; how often the PIN was wrong is
  /// remembered.
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
