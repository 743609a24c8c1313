#if DEBUG
  import FlowWorlds
  import HTTPConnections
  import Hummingbird

  /// For developers, and only in a debug build on loopback (E-33): the flows as diagrams, drawn by walking them.
  struct DebugRoutes {
    /// Walks every flow, which takes minutes.
    var maps: @Sendable () throws -> [FlowMaps.Map] = FlowMaps.all

    func add(to router: Router<PeerContext>) {
      router.get("/api/debug/flows") { request, context in
        guard let address = context.remoteAddress?.ipAddress, ["127.0.0.1", "::1"].contains(address) else {
          throw HTTPError(.notFound)
        }
        return try Response.json(["flows": maps()])
      }
    }
  }
#endif
