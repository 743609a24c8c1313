import ArgumentParser
import AccountService
import Foundation
import Model
import OpenID
import Runner
import Sentences
import TerminalSurface

struct ClientsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Declare a service, and print the settings to paste into it.",
    discussion: """
      The secret is shown once: the site keeps a hash of it. rotate-secret makes another.
      """)

  @Argument(help: "The service's name, as people will read it.") var name: String
  @Option(
    name: [.customLong("redirect")],
    help: "An address of the service to which answers are sent, exactly as the service writes it. May be repeated.")
  var redirects: [String]
  @Option(help: "The service's client id (default: made of its name).") var id: String?
  @Option(
    name: .customLong("post-logout"),
    help: "An address to which a browser may be sent after a sign-out that the service asked for. May be repeated.")
  var postLogouts: [String] = []
  @Option(help: "The address at which the service hears that a sign-in has ended.") var backChannelLogout: String?
  @Flag(help: "It may learn people's addresses for mail.") var email = false
  @Flag(help: "It may learn people's groups.") var groups = false
  @Flag(help: "It may ask again while people are away (offline_access).") var offline = false
  @Option(help: "Services with the same sector know people by the same names (default: its client id).")
  var sector: String?
  @Flag(help: "It knows people by the same names as every other service with this flag.") var publicSubject = false
  @Flag(help: "It wants tokens signed with ES256 instead of RS256.") var es256 = false
  @Flag(help: "It cannot keep a secret: an app, or a page without a server.") var noSecret = false
  @Flag(help: "It cannot do PKCE, and has a secret.") var noPkce = false
  @Flag(help: "It opens only with keys of which their maker says that they cannot be copied.") var hardwareOnly = false
  @Option(help: "It wants a touch of a key that is at most so many seconds old.") var touchWithin: Int?
  @OptionGroup var clients: ClientsFlags

  func validate() throws {
    guard !redirects.isEmpty else { throw ValidationError("Name an address of the service with --redirect.") }
    guard !(noSecret && noPkce) else { throw ValidationError("A service without a secret needs PKCE.") }
    guard sector == nil || !publicSubject else { throw ValidationError("Say --sector or --public-subject, not both.") }
    guard touchWithin.map({ $0 >= 0 }) ?? true else { throw ValidationError("--touch-within is a number of seconds.") }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let client = try declared(), office = try await clients.office()
      let secret = noSecret ? nil : GivenSecret(randomBytes: ServerEnvironment.live.randomBytes(32))
      try office.keys.make()
      let service = try DeclaredService(client, secret: secret, at: Date())
      do { try await office.store.write { try $0.insert(service) } } catch let error as StoreError
        where error.code == .taken
      {
        throw ConfigurationProblem(
          "A service with the client id “\(client.id)” is declared already. Remove it first, or name another with --id.",
          code: "taken")
      }
      complain(
        """
        “\(client.name)” may ask who people are. These are its settings\
        \(secret == nil ? "" : ", and the secret is shown only now").
        """)
      office.printFacts(of: client, secret: secret)
    }
  }

  private func declared() throws -> Client {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard (1...60).contains(name.count),
      name.unicodeScalars.allSatisfy({ !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 })
    else { throw ConfigurationProblem("A service's name has 1 to 60 letters, and nothing that cannot be seen.") }
    var client = Client(id: try clientID(for: name), name: name, redirectURIs: redirects)
    for address in redirects + postLogouts { try expect(address) }
    client.postLogoutRedirectURIs = postLogouts
    if let backChannelLogout {
      guard let url = URL(string: backChannelLogout), ["http", "https"].contains(url.scheme), url.host() != nil,
        url.fragment == nil, backChannelLogout.utf8.count <= RedirectURI.longest
      else {
        throw ConfigurationProblem("\(backChannelLogout) is no address to which a program can send something.")
      }
      client.backChannelLogoutURI = backChannelLogout
    }
    if !publicSubject { client.sector = sector ?? client.id }
    client.algorithm = es256 ? .es256 : .rs256
    (client.isPublic, client.requiresPKCE) = (noSecret, !noPkce)
    (client.demandsHardware, client.oldestTouch) = (hardwareOnly, touchWithin)
    if email { client.scopes.insert(.email) }
    if groups { client.scopes.insert(.groups) }
    if offline { client.scopes.insert(.offlineAccess) }
    return client
  }

  private func clientID(for name: String) throws -> String {
    let plain = (id ?? name.lowercased().replacing(" ", with: "-")).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    guard (1...64).contains(plain.count), id.map({ $0 == plain }) ?? true else {
      throw ConfigurationProblem(
        "Name a client id with --id: up to 64 letters from a to z, digits, dots, hyphens and underscores.")
    }
    return plain
  }

  private func expect(_ address: String) throws {
    do { _ = try RedirectURI(address) } catch {
      switch error {
      case .malformed: throw ConfigurationProblem("\(address) is not a whole address of printable ASCII.")
      case .fragment: throw ConfigurationProblem("\(address) has a “#” in it, and an answer never goes there.")
      case .scheme:
        throw ConfigurationProblem(
          """
          \(address) is neither https, nor http on the browser's own computer (127.0.0.1, [::1] or localhost), nor an \
          app's own scheme with a dot in it.
          """)
      }
    }
  }
}
