import HTTPConnections
import Hummingbird
import Model

extension WebSettings {
  /// Whom a new session counts for; `nil` where addresses are not limited.
  func visitor(_ request: Request, _ context: PeerContext) -> NetworkAddress? {
    postsPerMinute > 0 ? request.address(context, trustedProxies: trustedProxies) : nil
  }
}
