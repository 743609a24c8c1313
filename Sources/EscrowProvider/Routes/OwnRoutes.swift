import Escrow
import HTTPConnections
import HTTPTypes
import Hummingbird

/// `/own/NONCE`: a provider that an installation runs itself proves to that installation's programs that it is the one
/// answering.
struct OwnRoutes {
  let proof: @Sendable (_ nonce: [UInt8]) -> [UInt8]

  func add(to router: Router<PeerContext>) {
    router.get("own/:nonce") { _, context in
      Response.bytes(proof(try context.name("nonce")), headers: [.cacheControl: "no-store"])
    }
  }
}
