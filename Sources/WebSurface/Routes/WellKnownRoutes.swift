import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// The files by which other software recognizes this site (E-36), and a load balancer's health check.
struct WellKnownRoutes {
  let settings: WebSettings
  let health: SharedLook

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
    router.get("/healthz") { request, context in
      try await health.outcome()
      var answer = ["status": "ok"]
      if request.uri.queryParameters["visitor"] != nil { answer["visitor"] = visitor(request, context).rawValue }
      return try Response.json(answer)
    }
  }

  private func visitor(_ request: Request, _ context: PeerContext) -> CountedVisitor {
    let isForwarded = HTTPField.Name("X-Forwarded-For").map { !request.headers[values: $0].isEmpty } ?? false
    guard isForwarded else { return .unforwarded }
    let address = request.address(context, trustedProxies: settings.trustedProxies)
    return address == NetworkAddress(CountedVisitor.forgery) ? .forged : .forwarded
  }
}

/// What `latchstring doctor` learns through the proxy about the address under which a request is counted.
public enum CountedVisitor: String, Sendable {
  /// The proxy said where the request came from.
  case forwarded
  /// The proxy passed on what the visitor had written, so that visitors choose under which address they are counted.
  case forged
  /// The proxy said nothing, so that all visitors are counted as one.
  case unforwarded

  /// An address that nobody has (RFC 5737), which a visitor may claim.
  public static let forgery = "192.0.2.1"
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
