import CeremonyService
import HTTPConnections
import HTTPTypes
import Hummingbird
import RelyingParty

/// The pictures of authenticator models from the metadata, for the keys page. They have addresses of their own because
/// no page's policy allows a `data:` URL.
struct ModelRoutes {
  let metadata: CurrentMetadata

  /// The path of a model's picture.
  static func path(of aaguid: AAGUID) -> String { "/models/\(aaguid)/icon.png" }

  func add(to router: Router<PeerContext>) {
    router.get("/models/:aaguid/icon.png") { _, context in
      guard let text = context.parameters.get("aaguid"), let aaguid = AAGUID(text),
        let icon = metadata.blob?[aaguid]?.statement?.icon
      else {
        throw HTTPError(.notFound)
      }
      return Response(
        status: .ok, headers: [.contentType: "image/png", .cacheControl: "private, max-age=86400"],
        body: .init(byteBuffer: ByteBuffer(bytes: icon.png)))
    }
  }
}
