import ArgumentParser
import AccountService
import Foundation
import Model
import OpenID
import Runner
import TerminalSurface

struct ClientsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the services.")

  @OptionGroup var clients: ClientsFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let office = try await clients.office()
      let services = try await office.store.read { try $0.services() }
      guard !services.isEmpty else { return say("No service is declared here. clients add declares one.") }
      for service in services {
        print("\(service.id)  \(service.name)  since \(PeopleOffice.day(service.createdAt))")
      }
    }
  }
}

struct ClientsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a service's settings, without its secret.")

  @OptionGroup var client: ClientFlags

  func run() async throws {
    try await client.reach { office, _, client in office.printFacts(of: client, secret: nil) }
  }
}

struct ClientsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a service. Its tokens end at once; its own sessions are its own to end.")

  @OptionGroup var client: ClientFlags

  func run() async throws {
    try await client.reach { office, service, _ in
      try await office.store.write { try $0.delete(service: service.id) }
      say("“\(service.name)” is removed, with everything that people let it know.")
    }
  }
}

struct ClientsRotateSecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-secret", abstract: "Give a service another secret. The one from before ends at once.")

  @OptionGroup var client: ClientFlags

  func run() async throws {
    try await client.reach { office, service, client in
      guard !client.isPublic else {
        throw ConfigurationProblem("“\(client.name)” was declared without a secret.", code: "noSecret")
      }
      let secret = GivenSecret(randomBytes: ServerEnvironment.live.randomBytes(32))
      var changed = service
      changed.secretHash = secret.digest
      try await office.store.write { [changed] in try $0.update(changed) }
      complain("The secret from before has ended. The new one is shown only now.")
      office.printFacts(of: client, secret: secret)
    }
  }
}

struct ClientsRotateKeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-keys", abstract: "Sign what services are told with new keys.",
    discussion: """
      The new keys are published at once, and sign after ten minutes. Those from before stay published, so that what \
      they signed is still believed, until the next rotation. Several servers of a site need the same file: copy it to \
      all of them within these ten minutes. A running site takes the new keys by itself.
      """)

  @OptionGroup var clients: ClientsFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let office = try await clients.office()
      try office.keys.rotate()
      say("What services are told is signed with new keys ten minutes from now on: \(office.keys.path)")
    }
  }
}
