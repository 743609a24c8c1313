import HTTPConnections
import Hummingbird
import Model

extension WebSettings {
  /// Returns the address that a new session counts against, or `nil` if addresses are not limited.
  func visitor(_ request: Request, _ context: PeerContext) -> NetworkAddress? {
    postsPerMinute > 0 ? request.address(context, trustedProxies: trustedProxies) : nil
  }
}
