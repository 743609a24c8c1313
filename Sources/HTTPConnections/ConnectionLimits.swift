import CProcess
import Model

/// The limits of a server: the time that it waits for a client, and the number of connections that it keeps open.
///
/// The server's own work has no limit. A complete request is answered when its response is ready.
public struct ConnectionLimits: Sendable {
  /// The maximum time from the first byte of a request's head to its last, and from connecting to the end of the first
  /// head.
  public var head: Duration = .seconds(10)
  /// The maximum time from a request's head to the end of its body, regardless of how the bytes are spread over that
  /// time.
  public var body: Duration = .seconds(30)
  /// The maximum time from the head of a response until the client has received its end.
  public var answer: Duration = .seconds(120)
  /// The maximum time between two requests. It is longer than the minute for which proxies usually keep a connection.
  /// The proxy should close first, because it knows whether it is about to send a request.
  public var idle: Duration = .seconds(75)
  /// The maximum number of connections from one network address (`NetworkAddress`). 0 means no limit, as is needed
  /// behind a proxy, where every client has the proxy's address.
  public var perAddress = 64
  /// The maximum number of connections from one of this computer's own addresses, which all its users and programs
  /// share.
  public var perLoopbackAddress = 256
  /// The maximum number of connections from all addresses together.
  public var inAll: Int = ConnectionLimits.share(ofFiles: Int(clamping: cprocess_open_files()))

  /// The maximum number of requests that the web app answers at the same time; one whose body is read does not count. The
  /// others are told that there are too many, so that those that are answered come in time.
  public var answers = 512

  public init() {}

  /// - Parameter trustedProxies: The number of proxies in front of the server. If there are any, the peer is one of
  ///   them.
  public init(trustedProxies: Int) {
    if trustedProxies > 0 { (perAddress, perLoopbackAddress) = (0, 0) }
  }

  /// Returns a fraction of the number of files that the process may open. A process can have several servers, and also
  /// needs files for other things.
  static func share(ofFiles files: Int) -> Int { min(max(files / 8, 16), 8192) }

  /// - Returns: The maximum number of connections from the address; 0 for no limit.
  func most(from address: NetworkAddress) -> Int { address.isLoopback ? perLoopbackAddress : perAddress }
}
