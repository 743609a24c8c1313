import Encoding
import Escrow
import EscrowProvider
import Foundation
import Logging
import Mail
import Model
import ProviderOperation

/// The settings of `latchstring provider`, converted and checked. docs/CONFIGURATION.md lists the keys.
struct ProviderCommandSettings {
  static let ordinaryPort = 8430

  var data: String
  /// Where the shares are kept.
  var store: StorePlace
  var host: String
  var port: Int
  /// The address at which users reach the provider; `nil` if no address is set.
  var url: String?
  var provider: ProviderSettings
  /// The programs that send codes, by method, each with its leading arguments.
  var commands: [MethodType: OperatorCommand]
  var smtp: SMTPSettings?
  var merchant: Merchant?
  var transfers: TransferSource?
  var logLevel: Logger.Level

  struct Merchant { var url: String, token: Secret }

  init(_ read: StrictSettings) throws {
    data = try Settings.data(read)
    store = try StorePlace.ofProvider(read)
    host = try read.text("host") ?? "127.0.0.1"
    port = try read.number("port", in: 1...65535) ?? Self.ordinaryPort
    logLevel = try read.choice("log.level", Logger.Level.self) ?? .info
    url = try read.text("provider.url")
    if let url { try Self.checkAddress(url) }
    guard let name = try read.text("provider.name"), !name.isEmpty else {
      throw ConfigurationProblem(
        """
        provider.name is missing: who runs this provider, as people shall read it. It goes into the file that --config \
        names: man latchstring.json
        """)
    }
    let money = try MoneyReader(read)
    guard var provider = ProviderSettings(businessName: name, currency: money.currency, methods: []) else {
      throw MoneyReader.noCurrency
    }
    let methods = try read.list("provider.methods") ?? ["question", "totp"]
    provider.methods = try methods.map { try Self.method($0, money) }
    provider.annualFee = try money.amount("provider.fee.annual")
    provider.truthUploadFee = try money.amount("provider.fee.truth")
    provider.liabilityLimit = try money.amount("provider.liability")
    provider.storageLimit = try read.number("provider.storage.limit", in: 1...1024) ?? provider.storageLimit
    provider.uploadsPerPayment =
      try read.number("provider.uploads.per.payment", in: 1...1_000_000) ?? provider.uploadsPerPayment
    func texts(_ key: String) throws -> PublishedTexts {
      try PublishedTexts(TextFiles.read(try read.list(key) ?? [], key: key))
    }
    provider.terms = try texts("provider.terms")
    provider.privacy = try texts("provider.privacy")
    provider.speaksOldProtocol = try read.choice("provider.old.protocol", Switch.self) == .on
    provider.saltText = try read.text("provider.salt.text")
    // An empty salt would be the same at every provider set up this way.
    guard provider.saltText?.isEmpty != true else {
      throw ConfigurationProblem("provider.salt.text is empty. Leave it out, and one is drawn.")
    }
    provider.limits = try Self.limits(read)
    if let iban = try read.text("iban.account") {
      provider.creditAccount = .init(
        iban: iban.filter { !$0.isWhitespace }, holder: try read.text("iban.holder") ?? name)
    }
    provider.meeting = try Self.meeting(read, isNeeded: provider.methods.contains { $0.type == .video })
    self.provider = provider
    commands = try Self.commands(read)
    smtp = try read.mailServer()
    transfers = try TransferSource(
      file: try read.text("iban.transfers"), command: try OperatorCommand(read, "iban.command"))
    merchant = try read.text("merchant.url").map { url in
      guard let token = try read.secret("merchant.token") else {
        throw ConfigurationProblem("merchant.url is set, and merchant.token is missing.")
      }
      return Merchant(url: url, token: token)
    }
    if smtp != nil, commands[.email] != nil {
      throw ConfigurationProblem("smtp.url and email.command are both set. Set one.")
    }
  }

  /// Returns the path of the provider's database in this folder.
  static func database(in folder: String) -> String { folder + "/provider.sqlite" }

  private enum Switch: String, CaseIterable { case on, off }

  /// Checks that the address has no path, because clients send their requests to the root of the host, whatever path
  /// they were given.
  private static func checkAddress(_ text: String) throws {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false,
      ["", "/"].contains(url.path()), url.query() == nil, url.fragment() == nil
    else {
      throw ConfigurationProblem(
        "provider.url is “\(text)”; it must be like https://escrow.example.org/, at the root of its host.")
    }
    // No client accepts such an address, so each user would discover the problem separately.
    guard url.scheme == "https" || ProviderAddress(text) != nil else {
      throw ConfigurationProblem(
        """
        provider.url is “\(text)”, and no program asks a provider without TLS, except on the same computer. Make it \
        https.
        """)
    }
  }

  /// Parses `email`, or `email=0.10` if each use costs something.
  private static func method(_ text: String, _ money: MoneyReader) throws -> ProviderConfiguration.Method {
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let type = MethodType(rawValue: parts.first ?? "")
    guard MethodType.known.contains(type) else {
      let known = MethodType.known.map(\.rawValue).joined(separator: ", ")
      throw ConfigurationProblem("provider.methods has “\(text)”; a method is one of \(known).")
    }
    let cost = try money.amount(parts.count == 2 ? parts[1] : "0", "provider.methods")
    return ProviderConfiguration.Method(type, cost: cost)
  }

  /// Reads the sentence on how people whose photo the host reviews can meet the host.
  private static func meeting(_ read: StrictSettings, isNeeded: Bool) throws -> String? {
    guard let text = try read.text("video.meeting") else {
      guard isNeeded else { return nil }
      throw ConfigurationProblem(
        """
        video is offered, and video.meeting is missing: how people meet you, like “Call +41 44 000 00 00 on weekdays, \
        9 to 17”.
        """)
    }
    guard isNeeded else { throw ConfigurationProblem("video.meeting is set, and video is not among provider.methods.") }
    guard !text.allSatisfy(\.isWhitespace), text.count <= ProviderSettings.longestMeeting,
      !text.contains(where: \.isNewline)
    else {
      let most = ProviderSettings.longestMeeting
      throw ConfigurationProblem("video.meeting must be one line of at most \(most) characters.")
    }
    return text
  }

  private static func limits(_ read: StrictSettings) throws -> RequestLimits {
    let range = 0...1_000_000
    var limits = RequestLimits()
    func set(_ limit: WritableKeyPath<RequestLimits, Int>, _ key: String) throws {
      if let number = try read.number(key, in: range) { limits[keyPath: limit] = number }
    }
    try set(\.lookUpsPerAddress, "limits.look.ups.per.address")
    try set(\.documentsPerAccount, "limits.documents.per.account")
    try set(\.uploadsPerAccount, "limits.uploads.per.account")
    try set(\.truthsPerAddress, "limits.truths.per.address")
    try set(\.keptPerAddress, "limits.kept.per.address")
    try set(\.wrongAnswersPerTruth, "limits.wrong.answers")
    try set(\.reviewsPerAddress, "limits.reviews.per.address")
    limits.trustedProxies = try read.number("trusted.proxies", in: 0...8) ?? limits.trustedProxies
    return limits
  }

  private static func commands(_ read: StrictSettings) throws -> [MethodType: OperatorCommand] {
    var commands: [MethodType: OperatorCommand] = [:]
    for type in [MethodType.email, .sms, .post] {
      commands[type] = try OperatorCommand(read, "\(type.rawValue).command")
    }
    return commands
  }
}

extension OperatorCommand {
  /// Reads the program that this setting names; returns `nil` if the setting is not set.
  fileprivate init?(_ read: StrictSettings, _ key: String) throws {
    guard let line = try read.list(key) else { return nil }
    try self.init(line, namedBy: key)
  }
}

/// Reads amounts in the one currency that a provider accepts.
private struct MoneyReader {
  let currency: String
  private let read: StrictSettings

  init(_ read: StrictSettings) throws {
    self.read = read
    currency = try read.text("provider.currency") ?? "EUR"
    guard Amount.zero(currency) != nil else { throw Self.noCurrency }
  }

  static let noCurrency = ConfigurationProblem("provider.currency must be 1 to 11 capital letters, like EUR.")

  /// Reads the number under this key; returns zero if the key is not set.
  func amount(_ key: String) throws -> Amount { try amount(try read.text(key) ?? "0", key) }
  func amount(_ number: String, _ key: String) throws -> Amount {
    guard let amount = Amount("\(currency):\(number)") else {
      throw ConfigurationProblem("\(key) has “\(number)”; an amount is a number like 0.50, in \(currency).")
    }
    return amount
  }
}
