import ArgumentParser
import Encoding
import Foundation
import HandsTools
import Model
import Sentences
import TerminalSurface

struct PeopleListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts, the oldest first, and count the open invitations.")

  @OptionGroup var people: PeopleFlags
  @Flag(help: "Say the result as a JSON object.") var json = false

  func run() async throws {
    try await reportingProblems(status: 2) {
      let office = try await people.office(reading: true), now = Date()
      let (rows, invitations) = try await office.store.read { records in
        let all = try records.accounts(limit: .max)
        return (try all.map { try PersonRow($0, records) }, try records.invitations(validAt: now, limit: .max))
      }
      if json { return print(try jsonObject(PeopleList(people: rows, openInvitations: invitations.count))) }
      let width = rows.map(\.name.count).max() ?? 0
      for row in rows { print(row.line(width: width)) }
      switch (rows.isEmpty, invitations.count) {
      case (true, 0): say("No accounts yet. people invite makes an invitation.")
      case (_, 0): break
      case (_, 1): say("One invitation is open.")
      case (_, let count): say("\(String(count)) invitations are open.")
      }
    }
  }
}

/// The list as a program reads it.
private struct PeopleList: Encodable { let people: [PersonRow], openInvitations: Int }

/// What an operator sees of an account in the list.
struct PersonRow: Encodable {
  let name: String, since: String
  /// The day on which a signed-in browser was last seen; `nil` if none is signed in.
  let seen: String?
  let ways: Int
  let disabled: String?, deletion: String?

  init(_ account: Account, _ records: any Records) throws {
    name = account.username.text
    since = PeopleOffice.day(account.createdAt)
    seen = try records.sessions(of: account.id).map(\.seenAt).max().map(PeopleOffice.day)
    ways = try records.ways(of: account.id).count
    disabled = account.life.disabledAt.map(PeopleOffice.day)
    deletion = account.life.deletionAt.map(PeopleOffice.day)
  }

  func line(width: Int) -> String {
    let facts: [Sentence?] = [
      "since \(since)", seen.map { "last seen \($0)" } ?? "signed out",
      ways == 1 ? "1 way in" : "\(String(ways)) ways in",
      disabled.map { "closed \($0)" }, deletion.map { "to be deleted \($0)" },
    ]
    let padded = name.padding(toLength: max(width, name.count), withPad: " ", startingAt: 0)
    return padded + "  " + facts.compactMap { $0?.said }.joined(separator: ", ")
  }
}

struct PeopleShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what the site knows of one account. What its keys are called is its holder's.")

  @OptionGroup var person: PersonFlags

  func run() async throws {
    try await person.reach(reading: true) { office, account in
      let (row, ways, sessions, log) = try await office.store.read { records in
        (
          try PersonRow(account, records), try records.ways(of: account.id), try records.sessions(of: account.id).count,
          try records.newestEntries(of: account.id, limit: 10, skipping: 0)
        )
      }
      print(row.line(width: 0))
      print("")
      for way in ways {
        let kind = way.kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        print("  \(kind)  \(PeopleOffice.day(way.createdAt))")
      }
      if account.passwordHash != nil { say("There is a password.", indent: 2) }
      say(
        sessions == 0
          ? "No browser is signed in."
          : sessions == 1 ? "One browser is signed in." : "\(String(sessions)) browsers are signed in.", indent: 2)
      print("")
      for entry in log { print("  \(PeopleOffice.time(entry.at))  \(entry.event.rawValue)") }
    }
  }
}
