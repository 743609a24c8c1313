import AuditLog
import Foundation
import HTTPConnections

/// The web server's own settings, as opposed to those of the site.
public struct WebSettings: Sendable {
  /// The page's own origin, to which a person is sent and for which cookies are set.
  public var origin: String
  /// The RP id of the site's passkeys; defaults to the origin's own host name.
  public var rpID: String
  /// Origins whose posts are accepted: the page's own and those of the site's other pages.
  public var origins: Set<String>
  /// The `Host` values that the server accepts.
  public var hosts: Set<String>
  /// The `Host` values that are redirected to `origin` instead, such as plain `localhost` on a person's own computer.
  public var strayHosts: Set<String>
  /// The number of proxies in front of this server that add to `X-Forwarded-For`; with 0, the header is not trusted.
  public var trustedProxies: Int
  /// The maximum number of POSTs per minute from one network address; 0 for no limit.
  public var postsPerMinute: Int
  /// The keys of a scripted world, in which nothing is real, as its pages state (G-35); `nil` if keys are real.
  public var demo: PretendedKeys?
  var isDemo: Bool { demo != nil }
  /// The address of the hands on a person's computer, such as `http://127.0.0.1:38475`; if `nil`, pages do not use
  /// hands and cannot reach a card.
  public var hands: String?
  /// `true` if the hands of the page's own computer do not run. Pages are not told an address then: another program may
  /// have it.
  public var areHandsGone: @Sendable () -> Bool = { false }
  /// `true` if the page belongs to the computer that it runs on, and no other device can reach it.
  public var isHome: Bool
  /// Returns what a person types in a terminal of this computer to copy its accounts into a file of this name.
  public var copyLine: @Sendable (_ file: String) -> String = { "latchstring copy \($0)" }
  /// The key of the audit log's checkpoints; if `nil`, nobody may have taken old entries out of the log.
  public var logKey: CheckpointKey?
  public var wellKnown: WellKnown
  /// The timeouts of clients and their maximum number of connections; derived from `trustedProxies` by default.
  public var connections: ConnectionLimits
  /// The outbox in which codes from practice providers arrive; `nil` if there are no such providers.
  public var outbox: PracticeOutbox?

  public init(
    origin: String, rpID: String? = nil, origins: Set<String>, hosts: Set<String>, strayHosts: Set<String> = [],
    trustedProxies: Int = 0,
    postsPerMinute: Int = 240,
    demo: PretendedKeys? = nil, hands: String? = nil, isHome: Bool = false, wellKnown: WellKnown = WellKnown(),
    outbox: PracticeOutbox? = nil
  ) {
    self.origin = origin; self.rpID = rpID ?? URL(string: origin)?.host() ?? ""
    self.origins = origins; self.hosts = hosts; self.strayHosts = strayHosts
    self.trustedProxies = trustedProxies; self.postsPerMinute = postsPerMinute; self.demo = demo
    connections = ConnectionLimits(trustedProxies: trustedProxies)
    self.hands = hands; self.isHome = isHome; self.wellKnown = wellKnown; self.outbox = outbox
  }

  /// `true` if this computer's own passkeys have a page. A demo has only simulated passkeys.
  var hasPasskeysPage: Bool { isHome && !isDemo }
  /// `true` if accounts end with this computer. A demo plays a site that stands when its visitor loses the laptop.
  var keepsAccountsHere: Bool { isHome && !isDemo }
  /// `true` if cookies are sent only over TLS, as they are everywhere except on loopback.
  var isSecure: Bool { origin.hasPrefix("https:") }
}

/// The contents of the well-known files (E-36).
public struct WellKnown: Sendable {
  /// Apple's app identifiers `TEAMID.bundle.id`, for `webcredentials`.
  public var appleApps: [String]
  /// Android's package names with the SHA-256 of their signing certificates, as `package=AA:BB:…`.
  public var androidApps: [String]
  /// Other origins that may use this RP id (WebAuthn Level 3 §5.11).
  public var relatedOrigins: [String]

  public init(appleApps: [String] = [], androidApps: [String] = [], relatedOrigins: [String] = []) {
    self.appleApps = appleApps; self.androidApps = androidApps; self.relatedOrigins = relatedOrigins
  }
}
