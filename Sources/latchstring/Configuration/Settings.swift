import Escrow
import Foundation
import Logging
import MetadataUpdates
import Model
import PasskeyHands
import Passwords
import RelyingParty
import WebSurface

/// All settings, converted and checked. docs/CONFIGURATION.md lists the keys.
struct Settings {
  var data: String
  /// Where the accounts are kept.
  var store: StorePlace
  /// The file with the key that signs the audit log's checkpoints.
  var auditKey: String
  /// The file with the keys that sign what services are told.
  var serviceKeys: String
  /// For how many days the audit log's entries shall stay in the database; `nil` if for ever.
  var auditKeepDays: Int?
  var host: String
  var port: Int
  /// The port at which the hands of the person's computer listen.
  var handsPort: Int
  /// `true` on a person's own computer, which serves its own page.
  var isHome = false
  /// `true` if a person's own page is opened in their browser.
  var opensBrowser = false
  /// The first of the three ports of the practice providers; `nil` if there are no practice providers.
  var practicePort: Int?
  /// The providers that account recovery offers initially, by their base URLs.
  var recoveryProviders: [String]
  var rpID: String
  var rpName: String
  var origins: [String]
  var userVerification: UserVerificationRequirement
  var counterPolicy: CounterPolicy
  var sessionDays: Int
  var accountsPerDay: Int
  var registration: RegistrationRule
  var passwordCost: Argon2id
  var trustedProxies: Int
  var postsPerMinute: Int
  /// The port of `/metrics`; `nil` if nothing is counted.
  var metricsPort: Int?
  /// Where whoever runs the site gets mail; `nil` if nowhere.
  var operatorAddress: OperatorAddress?
  var wellKnown: WellKnown
  var metadata: MetadataSettings
  var conformance: ConformanceSettings
  /// A file with root certificates to trust for authenticators, in addition to those in the metadata; `nil` for no
  /// additional ones.
  var attestationRoots: String?
  var logLevel: Logger.Level

  /// Reads the settings of a person's own computer, where everything but the port and the folder is fixed, including a
  /// host name that no other program's page shares.
  /// - Throws: Also for settings that only the hands use. Otherwise, the hands would stop by themselves, and the page
  ///   would be open without them.
  static func home(_ read: StrictSettings) throws -> Settings {
    _ = try KeysSettings(read)
    let port = try read.number("port", in: 1...65535) ?? HomePort.remembered(in: try data(read)) ?? HomePort.ordinary
    let name = "latchstring.localhost"
    var settings = try Settings(
      read, rpID: name, origins: ["http://\(name):\(port)"], host: "127.0.0.1", port: port, logLevel: .notice)
    settings.isHome = true
    settings.opensBrowser = try read.choice("browser", BrowserChoice.self) != .off
    let first =
      try read.number("practice.port", in: 0...65533) ?? practicePort(port: port, handsPort: settings.handsPort)
    settings.practicePort = first == 0 ? nil : first
    return settings
  }

  /// Returns the first of three consecutive ports, none of which is the hands' port.
  private static func practicePort(port: Int, handsPort: Int) -> Int {
    let first = min(port + 11, 65533)
    guard (first...first + 2).contains(handsPort) else { return first }
    return handsPort <= 65532 ? handsPort + 1 : first - 3
  }

  /// Reads the settings for many users, behind a proxy that provides TLS.
  static func serve(_ read: StrictSettings) throws -> Settings {
    guard let rpID = try read.text("rp.id") else {
      throw ConfigurationProblem(
        "rp.id is missing: the host name of the site. It goes into the file that --config names: man latchstring.json")
    }
    guard rpID == rpID.lowercased(), !rpID.contains(where: { "/: ".contains($0) }), !rpID.isEmpty else {
      throw ConfigurationProblem("rp.id is “\(rpID)”; it must be a host name in lower case, without scheme or port.")
    }
    let origins = try read.list("origins") ?? ["https://\(rpID)"]
    for origin in origins where !isOrigin(origin) {
      throw ConfigurationProblem(
        "origins has “\(origin)”; an origin is https and a host in lower case, like https://example.org.")
    }
    guard origins.contains(where: { $0.hasPrefix("http") }) else {
      throw ConfigurationProblem("origins has no web page; at least one must be like https://example.org.")
    }
    let port = try read.number("port", in: 1...65535) ?? 8420
    let host = try read.text("host") ?? "127.0.0.1"
    var settings = try Settings(read, rpID: rpID, origins: origins, host: host, port: port, logLevel: .info)
    settings.store = try StorePlace(read)
    if case .server = settings.store, settings.conformance.isOn {
      throw ConfigurationProblem("conformance.api is on, which is for one server: it keeps what it needs in memory.")
    }
    settings.metricsPort = try read.number("metrics.port", in: 1...65535)
    settings.operatorAddress = try operatorAddress(read)
    settings.auditKeepDays = try AuditTrim.days(read)
    return settings
  }

  private static func operatorAddress(_ read: StrictSettings) throws -> OperatorAddress? {
    guard let typed = try read.text("operator.mail") else { return nil }
    guard let address = EmailAddress(typed) else {
      throw ConfigurationProblem("operator.mail is “\(typed)”; it must be one address, like you@example.org.")
    }
    guard let server = try read.mailServer() else {
      throw ConfigurationProblem("operator.mail is set, and smtp.url is missing: the mail server that takes it.")
    }
    return OperatorAddress(text: address.text, server: server)
  }

  /// Reads the folder, for commands that need nothing else.
  static func data(_ read: StrictSettings) throws -> String { try read.text("data") ?? ordinaryFolder }
  /// Returns the path of the database in this folder.
  static func database(in folder: String) -> String { folder + "/latchstring.sqlite" }

  private init(
    _ read: StrictSettings, rpID: String, origins: [String], host: String, port: Int, logLevel: Logger.Level
  ) throws {
    self.rpID = rpID; self.origins = origins; self.host = host; self.port = port
    handsPort = try HandsSettings.port(read) ?? HandsSettings.ordinaryPort
    recoveryProviders = try HandsSettings.providers(read)
    data = try Self.data(read)
    store = .file(Self.database(in: data))
    auditKey = try AuditKey.path(read)
    serviceKeys = try ServiceKeys.path(read)
    rpName = try read.text("rp.name") ?? Product.name
    userVerification = try read.choice("user.verification", VerificationChoice.self)?.requirement ?? .required
    counterPolicy = try read.choice("counter.policy", CounterChoice.self)?.policy ?? .warn
    sessionDays = try read.number("sessions.days", in: 1...3650) ?? 90
    accountsPerDay = try read.number("accounts.per.day", in: 0...1_000_000) ?? 100
    registration = try read.choice("registration", RegistrationRule.self) ?? .open
    passwordCost = Argon2id(
      operations: UInt64(try read.number("password.operations", in: 1...100) ?? 2),
      memory: (try read.number("password.memory", in: 8...4096) ?? 64) << 20)
    trustedProxies = try read.number("trusted.proxies", in: 0...8) ?? 0
    postsPerMinute = try read.number("posts.per.minute", in: 0...1_000_000) ?? 240
    wellKnown = WellKnown(
      appleApps: try read.list("apple.apps") ?? [], androidApps: try read.list("android.apps") ?? [],
      relatedOrigins: try read.list("related.origins") ?? [])
    metadata = try MetadataSettings(read)
    conformance = try ConformanceSettings(read)
    attestationRoots = try read.text("attestation.roots")
    self.logLevel = try read.choice("log.level", Logger.Level.self) ?? logLevel
  }

  private enum VerificationChoice: String, CaseIterable {
    case required, preferred
    var requirement: UserVerificationRequirement { self == .required ? .required : .preferred }
  }
  private enum BrowserChoice: String, CaseIterable { case on, off }
  private enum CounterChoice: String, CaseIterable {
    case warn, strict
    var policy: CounterPolicy { self == .warn ? .warn : .strict }
  }

  /// Returns `true` for an origin as a browser spells it: in lower case, without a path or a default port, and with
  /// plain HTTP on loopback only.
  static func isOrigin(_ text: String) -> Bool {
    if text.hasPrefix("android:apk-key-hash:") { return true }
    guard text == text.lowercased(), let url = URL(string: text), let scheme = url.scheme, let host = url.host(),
      text == "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    else { return false }
    switch scheme {
    case "https": return url.port != 443
    case "http": return url.port != 80 && (host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1")
    default: return false
    }
  }

  /// The folder for everything that is kept if none is named.
  static var ordinaryFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? ".") + "/.local/share"
    return base + "/latchstring"
  }
}
