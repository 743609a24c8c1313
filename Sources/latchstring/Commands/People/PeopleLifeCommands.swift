import ArgumentParser
import Sentences
import TerminalSurface

struct PeopleDisableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Close an account to everybody, and sign it out everywhere. Nothing in it is lost.")

  @OptionGroup var person: PersonFlags

  func run() async throws {
    try await person.reach { office, account in
      try await office.runner().setDisabled(true, account.id)
      say("“\(person.name)” is closed, and signed out everywhere. people enable opens it again.")
    }
  }
}

struct PeopleEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let an account be used again that was closed.")

  @OptionGroup var person: PersonFlags

  func run() async throws {
    try await person.reach { office, account in
      try await office.runner().setDisabled(false, account.id)
      say("“\(person.name)” can be used again, by whoever could open it before.")
    }
  }
}

struct PeopleSignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign an account out everywhere. Its holder can sign in again.")

  @OptionGroup var person: PersonFlags

  func run() async throws {
    try await person.reach { office, account in
      try await office.runner().signOutEverywhere(account.id)
      say("“\(person.name)” is signed out everywhere.")
    }
  }
}

struct PeopleDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an account in seven days, unless its holder keeps it.",
    discussion: """
      Its holder is told when they sign in, and can keep it; if they must not, close the account first. The lines about \
      it in the audit log stay, with random numbers and without its name, because the log could not be checked otherwise.
      """)

  @OptionGroup var person: PersonFlags
  @Flag(help: "Delete it at once. Nobody can bring it back.") var now = false

  func run() async throws {
    try await person.reach { office, account in
      guard !now else {
        guard try await office.runner().deleteNow(account.id) else {
          return say("“\(person.name)” is deleted. Its traces leave the disk when the site is restarted.")
        }
        return say("“\(person.name)” is deleted.")
      }
      let end = try await office.runner().announceDeletion(of: account.id)
      say("“\(person.name)” will be deleted on \(PeopleOffice.day(end)), unless its holder keeps it.")
    }
  }
}
