import CProcess
import Model

/// How long a server waits for whoever opened a connection, and how many connections it keeps open.
///
/// What waits on the server's own side has no limit: a request that came whole is answered when its answer is there.
public struct ConnectionLimits: Sendable {
  /// From the first byte of a request's head to its last, and from connecting to the end of the first head.
  public var head: Duration = .seconds(10)
  /// From a request's head to the end of its body, however the bytes are spread over it.
  public var body: Duration = .seconds(30)
  /// From the head of an answer until the other side has taken in its end.
  public var answer: Duration = .seconds(120)
  /// Between two requests. Longer than the minute for which proxies usually keep a connection: who closes first should
  /// not be the one that the other is just sending a request to.
  public var idle: Duration = .seconds(75)
  /// From one network address (`NetworkAddress`); 0 for no limit, as behind a proxy, through which everybody comes.
  public var perAddress = 64
  /// From an address of this computer's own, where all of its people and programs are one.
  public var perLoopbackAddress = 256
  /// From all addresses together.
  public var inAll: Int = ConnectionLimits.share(ofFiles: Int(clamping: cprocess_open_files()))

  public init() {}

  /// - Parameter trustedProxies: How many proxies stand before the server. With any, the peer is one of them.
  public init(trustedProxies: Int) {
    if trustedProxies > 0 { (perAddress, perLoopbackAddress) = (0, 0) }
  }

  /// A part of what the process may open: a process can have several servers, and needs files for more than
  /// connections.
  static func share(ofFiles files: Int) -> Int { min(max(files / 8, 16), 8192) }

  /// - Returns: 0 for no limit.
  func most(from address: NetworkAddress) -> Int { address.isLoopback ? perLoopbackAddress : perAddress }
}
