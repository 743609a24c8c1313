/// A CTAP 2.1 authenticator, free of transports: bytes of one command in, bytes of its answer out.
///
/// One command runs at a time, whoever sends it; others wait for their turn. Whoever gives up cancels the task in which it called.
public actor Authenticator {
  let keys: any KeyStore
  let shelf: any Shelf
  let person: any Person
  public nonisolated let settings: AuthenticatorSettings
  let clock: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - keys: Where its keys live.
  ///   - shelf: Where it remembers discoverable credentials, large blobs and its configuration, sealed.
  ///   - person: Who is asked for presence, and perhaps for the PIN.
  ///   - clock: The time by which tokens end and resets are allowed.
  public init(
    keys: any KeyStore, shelf: any Shelf, person: any Person, settings: AuthenticatorSettings = AuthenticatorSettings(),
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.keys, self.shelf, self.person, self.settings, self.clock) = (keys, shelf, person, settings, clock)
  }

  /// Whether the command under way waits for the person: what a transport says in its keepalive messages.
  public private(set) var isWaitingForPerson = false

  /// Performs one command (CTAP 2.1 §6, §8): a command byte and its CBOR parameters in, a status byte and, after status 0, perhaps CBOR out.
  /// Where the task is cancelled while the person is asked, the status is `keepaliveCancel`.
  public func respond(to request: [UInt8]) async -> [UInt8] { [0x01] }

  /// Performs one command of U2F (CTAP1): an ISO 7816 command APDU in, short or extended, a response APDU out.
  public func respond(toU2F apdu: [UInt8]) async -> [UInt8] { [0x6d, 0x00] }

  /// Ends whatever command waits for the person. A transport with several clients rather cancels the task of the one that gave up.
  public func cancel() {}

  /// As if it had been taken out and put in again: the command under way is cancelled, tokens end, three wrong PINs are forgiven, and it may be reset.
  public func powerCycle() async {}
}
