import Hummingbird
import Model
import NIOCore

/// What travels with a request: where it came from, and whose it is.
struct WebContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
  /// Forms and messages are small; a larger body is refused before it is read.
  var maxUploadSize: Int { 64 * 1024 }
}
