import CProcess
import Model

/// The limits of a server: the time that it waits for a client, and the number of connections that it keeps open.
///
/// Work on the server's side has no limit: a complete request is answered when its answer is ready.
public struct ConnectionLimits: Sendable {
  /// The time from the first byte of a request's head to its last, and from connecting to the end of the first head.
  public var head: Duration = .seconds(10)
  /// The time from a request's head to the end of its body, however the bytes are spread over it.
  public var body: Duration = .seconds(30)
  /// The time from the head of an answer until the client has received the end of it.
  public var answer: Duration = .seconds(120)
  /// The time between two requests. It is longer than the minute for which proxies usually keep a connection: the proxy
  /// should close first, because it knows whether it is about to send a request.
  public var idle: Duration = .seconds(75)
  /// The maximum number of connections from one network address (`NetworkAddress`); 0 for no limit, as behind a proxy,
  /// where every client has the proxy's address.
  public var perAddress = 64
  /// The maximum from one of this computer's own addresses, which all of its users and programs share.
  public var perLoopbackAddress = 256
  /// The maximum from all addresses together.
  public var inAll: Int = ConnectionLimits.share(ofFiles: Int(clamping: cprocess_open_files()))

  public init() {}

  /// - Parameter trustedProxies: The number of proxies in front of the server. If there are any, the peer is one of
  ///   them.
  public init(trustedProxies: Int) {
    if trustedProxies > 0 { (perAddress, perLoopbackAddress) = (0, 0) }
  }

  /// A fraction of the files that the process may open: a process can have several servers, and also needs files for
  /// other things.
  static func share(ofFiles files: Int) -> Int { min(max(files / 8, 16), 8192) }

  /// - Returns: 0 for no limit.
  func most(from address: NetworkAddress) -> Int { address.isLoopback ? perLoopbackAddress : perAddress }
}
