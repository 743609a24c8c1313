/// What has to be done for a command APDU.
public struct NFCStep: Hashable, Sendable {
  public enum Next: Hashable, Sendable {
    /// Answer this.
    case answer([UInt8])
    /// Give this to the authenticator, when what was given up has ended; its answer belongs to `NFCDevice.finish`.
    case begin(TransportRequest)
    /// Wait on for the answer to what was begun.
    case wait
  }
  /// What was begun is given up: it is to end, and its answer to be dropped.
  public var abandonsRequest: Bool
  /// What was begun is to end soon, and its answer still wanted.
  public var cancelsRequest: Bool
  public var next: Next

  init(_ next: Next, abandons: Bool = false, cancels: Bool = false) { self.next = next; abandonsRequest = abandons; cancelsRequest = cancels }
}
