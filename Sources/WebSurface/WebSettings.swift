import Foundation
import HTTPConnections

/// How the web server answers, apart from what the site is.
public struct WebSettings: Sendable {
  /// The page's own origin: where a person is sent, and what cookies are for.
  public var origin: String
  /// The RP id of the site's passkeys; the origin's own host name where none is given.
  public var rpID: String
  /// Origins whose posts count: the page's own and those of the site's other pages.
  public var origins: Set<String>
  /// `Host` values that are answered.
  public var hosts: Set<String>
  /// `Host` values that are sent to `origin` instead: plain `localhost` on a person's own computer.
  public var strayHosts: Set<String>
  /// How many proxies stand before this server and add to `X-Forwarded-For`; 0 believes no such header.
  public var trustedProxies: Int
  /// POSTs a minute from one network address; 0 for no limit.
  public var postsPerMinute: Int
  /// The keys of a scripted world, in which nothing is real, and the pages say so (G-35); `nil` where keys are real.
  public var demo: PretendedKeys?
  var isDemo: Bool { demo != nil }
  /// The address of the hands of a person's computer, such as `http://127.0.0.1:38475`; `nil`: pages know of none, and
  /// no card is reached.
  public var hands: String?
  /// `true` for the page of the very computer that it runs on, which no other device reaches.
  public var isHome: Bool
  public var wellKnown: WellKnown
  /// How long clients may take, and how many connections they may have; from `trustedProxies` where nothing else is
  /// set.
  public var connections: ConnectionLimits
  /// The outbox in which codes of practice providers arrive; `nil` where there are none.
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

  /// A demo has no passkeys but pretended ones.
  var hasPasskeysPage: Bool { isHome && !isDemo }
  /// Off loopback a cookie travels only over TLS.
  var isSecure: Bool { origin.hasPrefix("https:") }
}

/// The contents of the well-known files (E-36).
public struct WellKnown: Sendable {
  /// Apple's `TEAMID.bundle.id`, for `webcredentials`.
  public var appleApps: [String]
  /// Android's package name and its signing certificate's SHA-256, as `package=AA:BB:…`.
  public var androidApps: [String]
  /// Other origins that may use this RP id (WebAuthn Level 3 §5.11).
  public var relatedOrigins: [String]

  public init(appleApps: [String] = [], androidApps: [String] = [], relatedOrigins: [String] = []) {
    self.appleApps = appleApps; self.androidApps = androidApps; self.relatedOrigins = relatedOrigins
  }
}
