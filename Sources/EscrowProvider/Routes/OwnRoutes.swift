import Escrow
import HTTPConnections
import HTTPTypes
import Hummingbird

/// `/own/NONCE`: proves to an installation's programs that the provider answering is the one that the installation runs
/// itself.
struct OwnRoutes {
  let proof: @Sendable (_ nonce: [UInt8]) -> [UInt8]

  func add(to router: Router<PeerContext>) {
    router.get("own/:nonce") { _, context in
      Response.bytes(proof(try context.name("nonce")), headers: [.cacheControl: "no-store"])
    }
  }
}
