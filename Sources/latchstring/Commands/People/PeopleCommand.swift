import AccountService
import ArgumentParser
import Foundation
import Model
import Runner
import Sentences
import Store
import TerminalSurface

/// What whoever runs a site does about its accounts. None of these commands can open one.
struct PeopleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Invite people to a site, and see, close or delete their accounts.",
    discussion: """
      The site may be running meanwhile. Where the package installed it, its settings are found by themselves; \
      otherwise, name them with --config. No command can open an account, or read what is in it.
      """,
    subcommands: [
      PeopleInviteCommand.self, PeopleWithdrawCommand.self, PeopleListCommand.self, PeopleShowCommand.self,
      PeopleSetCommand.self, PeopleDisableCommand.self, PeopleEnableCommand.self, PeopleSignOutCommand.self,
      PeopleDeleteCommand.self,
    ])
}

/// The flags of all commands about people.
struct PeopleFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags

  /// - Parameter reading: `true` if nothing will be written.
  func office(
    reading: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> PeopleOffice {
    let place = place.orInstalled(environment: environment)
    let settings = try Settings.serve(try await place.settings(environment: environment))
    // A program that is newer than the site must not change the tables under it: that also throws here.
    let read = try settings.store.openExisting()
    return PeopleOffice(settings: settings, store: reading ? read : try settings.store.open())
  }
}

/// The flags of a command about one account.
struct PersonFlags: ParsableArguments {
  @Argument(help: "The account's user name.") var name: String
  @OptionGroup var people: PeopleFlags

  /// Calls the work with the site and the account of that name.
  func reach(reading: Bool = false, _ work: (PeopleOffice, Account) async throws -> Void) async throws {
    try await reportingProblems(status: 2) {
      let office = try await people.office(reading: reading)
      let found = try await office.store.read { [name] records in
        try Username(name).flatMap(records.account(named:))
      }
      guard let found else {
        throw ConfigurationProblem("No account here is named “\(name)”. people list shows them all.", code: "unknown")
      }
      try await work(office, found)
    }
  }
}

/// A site, as its operator reaches it: on its disk.
struct PeopleOffice {
  let settings: Settings
  let store: any Store

  func runner() async throws -> Runner { try await settings.runner(on: store) }

  /// Returns a date as operators write it, in UTC.
  static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
  static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}
