import HTTPConnections
import Hummingbird

/// The page about this computer's own passkeys (E-40). The server knows nothing about them. The page queries the hands
/// of the computer that shows it.
struct PasskeyRoutes {
  let pages: Pages

  static let path = "/passkeys"

  func add(to router: Router<PeerContext>) {
    router.get(RouterPath(Self.path)) { _, _ in
      try pages.html(
        "passkeys",
        [
          "title": say("Passkeys of this computer"), "register": "working", "back": Origin.keys.link,
          "begin": Self.begin.map { ["line": $0] }, "pin": ["line": Self.setPIN],
        ])
    }
  }

  private static let setPIN = "latchstring keys pin"
  /// The commands after which sites can make passkeys here.
  private static let begin = ["latchstring keys doctor", setPIN, "latchstring keys install-browser"]
}
