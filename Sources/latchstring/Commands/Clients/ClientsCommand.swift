import ArgumentParser
import Foundation
import Model
import OpenID
import Runner
import Sentences
import Store
import TerminalSurface

/// The services that may ask a site who somebody is, as whoever runs it declares them.
struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Declare the services that people open with their accounts here.",
    discussion: """
      A service asks this site who somebody is, with OpenID Connect. docs/SERVICES.md has the settings for several \
      services. The site may be running meanwhile. Where the package installed it, its settings are found by \
      themselves; otherwise, name them with --config. Without any, the accounts are those of latchstring home.
      """,
    subcommands: [
      ClientsAddCommand.self, ClientsListCommand.self, ClientsShowCommand.self, ClientsRemoveCommand.self,
      ClientsRotateSecretCommand.self, ClientsRotateKeysCommand.self,
    ])
}

/// The flags of all commands about services.
struct ClientsFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags

  func office(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> ClientsOffice {
    let read = try await place.orInstalled(environment: environment).settings(environment: environment)
    let settings = try read.areOfSite ? Settings.serve(read) : Settings.home(read)
    // A program that is newer than the site must not change the tables under it: that also throws here.
    _ = try settings.store.openExisting()
    return ClientsOffice(
      settings: settings, store: try settings.store.open(),
      keys: ServiceKeys(at: settings.serviceKeys, in: settings.data))
  }
}

/// The flags of a command about one service.
struct ClientFlags: ParsableArguments {
  @Argument(help: "The service's client id, as add printed it.") var id: String
  @OptionGroup var clients: ClientsFlags

  func reach(_ work: (ClientsOffice, DeclaredService, Client) async throws -> Void) async throws {
    try await reportingProblems(status: 2) {
      let office = try await clients.office()
      guard let service = try await office.store.read({ [id] in try $0.service(id) }), let client = service.client
      else {
        throw ConfigurationProblem(
          "No service here has the client id “\(id)”. clients list shows them all.", code: "unknown")
      }
      try await work(office, service, client)
    }
  }
}

/// A site's services, as its operator reaches them: on its disk.
struct ClientsOffice {
  let settings: Settings
  let store: any Store
  let keys: ServiceKeys

  var issuer: String { settings.origins.first { $0.hasPrefix("http") } ?? "" }

  /// What is typed into a service.
  func facts(of client: Client, secret: GivenSecret?) -> [(String, String)] {
    var facts = [
      ("Issuer", issuer), ("Discovery", issuer + Endpoint.discovery), ("Client id", client.id),
    ]
    if let secret { facts.append(("Client secret", secret.text)) }
    facts += client.redirectURIs.map { ("Redirect URI", $0) }
    facts += client.postLogoutRedirectURIs.map { ("After sign-out", $0) }
    if let address = client.backChannelLogoutURI { facts.append(("Back-channel logout", address)) }
    facts.append(("Scopes", (["openid"] + client.scopes.sorted().map(\.rawValue)).joined(separator: " ")))
    facts.append(("Signed with", client.algorithm.rawValue))
    facts.append(
      ("Knows people by", client.sector.map { "names of their own for \($0)" } ?? "names that others know too"))
    if !client.requiresPKCE { facts.append(("PKCE", "not asked for")) }
    if client.demandsHardware { facts.append(("Opens with", "attested hardware keys only")) }
    if let seconds = client.oldestTouch { facts.append(("Wants a touch", "not older than \(seconds) s")) }
    return facts
  }

  func printFacts(of client: Client, secret: GivenSecret?) {
    let facts = facts(of: client, secret: secret), width = facts.map(\.0.count).max() ?? 0
    for (name, value) in facts {
      print("  \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(value)")
    }
  }
}
