import AccountService
import ArgumentParser
import Foundation
import Model
import Runner
import Sentences
import TerminalSurface

struct PeopleInviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Make an invitation: an address with which one person makes one account.",
    discussion: """
      Send the address to that person alone: whoever opens it first can make the account. The site keeps a hash of it, \
      so it cannot be shown again.
      """)

  @OptionGroup var people: PeopleFlags
  @Option(help: "For how many days it is valid, 1 to 90.") var days = Runner.invitationDays

  func validate() throws {
    guard (1...90).contains(days) else { throw ValidationError("--days is a number from 1 to 90.") }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let office = try await people.office(reading: false)
      guard office.settings.registration != .closed else {
        throw ConfigurationProblem(
          "registration is “closed”, so an invitation would not work. Set it to “invite”, and restart the site.",
          code: "closed")
      }
      let (token, end) = try await office.runner().invite(days: days)
      if office.settings.registration == .open {
        complain("Everybody can make an account on this site: registration is “open”.")
      }
      complain("Send this address to one person. It makes one account, until \(PeopleOffice.day(end)).", after: "")
      print(office.address(of: token))
    }
  }
}

struct PeopleWithdrawCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Make an invitation worthless that nobody has used, or all of them.")

  @Argument(help: "The address, as invite printed it.") var address: String?
  @Flag(help: "All invitations that nobody has used.") var all = false
  @OptionGroup var people: PeopleFlags

  func validate() throws {
    guard (address == nil) == all else { throw ValidationError("Name an address, or say --all.") }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let office = try await people.office(reading: false), now = Date()
      let token = address?.split(separator: "/").last.flatMap { SessionToken(String($0)) }
      let count = try await office.store.write { [all] records in
        let open = try records.invitations(validAt: now, limit: .max)
        let withdrawn = open.filter { all || $0.tokenHash == token?.id.digest }
        for one in withdrawn { try records.delete(invitation: one.tokenHash) }
        return withdrawn.count
      }
      guard all || count > 0 else {
        throw ConfigurationProblem(
          "That is no open invitation: it was used, ran out or was withdrawn, or the address is not complete.",
          code: "unknown")
      }
      say(count == 1 ? "The invitation is withdrawn." : "\(String(count)) invitations are withdrawn.")
    }
  }
}

extension PeopleOffice {
  fileprivate func address(of token: SessionToken) -> String {
    let page = settings.origins.first { $0.hasPrefix("http") } ?? ""
    return "\(page)/join/\(token.text)"
  }
}
