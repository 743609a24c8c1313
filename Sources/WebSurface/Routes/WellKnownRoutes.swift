import HTTPConnections
import Hummingbird

/// The files by which other software recognizes this site (E-36), and a load balancer's health check.
struct WellKnownRoutes {
  let settings: WebSettings
  let health: @Sendable () async throws -> Void

  func add(to router: Router<PeerContext>) {
    router.get("/.well-known/apple-app-site-association") { _, _ in
      try Response.json(["webcredentials": ["apps": settings.wellKnown.appleApps]])
    }
    router.get("/.well-known/assetlinks.json") { _, _ in
      try Response.json(settings.wellKnown.androidApps.compactMap(AssetLink.init))
    }
    router.get("/.well-known/webauthn") { _, _ in
      try Response.json([
        "origins": [settings.origin] + settings.wellKnown.relatedOrigins.filter { $0 != settings.origin }
      ])
    }
    router.get("/.well-known/passkey-endpoints") { _, _ in
      try Response.json([
        "enroll": settings.origin + Origin.keys.path, "manage": settings.origin + Origin.keys.path,
      ])
    }
    router.get("/healthz") { _, _ in
      try await health()
      return try Response.json(["status": "ok"])
    }
  }
}

/// One statement of Android's Digital Asset Links.
private struct AssetLink: Encodable {
  struct Target: Encodable {
    let namespace = "android_app"
    let packageName: String
    let fingerprints: [String]
    private enum CodingKeys: String, CodingKey {
      case namespace, packageName = "package_name", fingerprints = "sha256_cert_fingerprints"
    }
  }
  let relation = ["delegate_permission/common.get_login_creds"]
  let target: Target

  /// Parses `package=AA:BB:…`; returns `nil` for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    target = Target(packageName: String(parts[0]), fingerprints: [String(parts[1])])
  }
}
