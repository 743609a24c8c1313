import ArgumentParser
import Escrow
import Foundation
import Model
import Sentences
import TerminalSurface

struct PeopleSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Write down what services may learn about somebody: an address, and groups.",
    discussion: "Only services that were declared with --email or --groups learn it, and only if the person says yes.")

  @OptionGroup var person: PersonFlags
  @Option(help: "The address for mail; “none” for no address.") var email: String?
  @Option(name: .customLong("group"), help: "A group; “none” alone for no groups. May be repeated.")
  var groups: [String] = []

  func validate() throws {
    guard email != nil || !groups.isEmpty else { throw ValidationError("Say --email, or --group.") }
  }

  func run() async throws {
    try await person.reach { office, account in
      var facts = try await office.store.read { try $0.personFacts(of: account.id) } ?? PersonFacts(account: account.id)
      if let email {
        guard email == "none" || EmailAddress(email)?.text == email else {
          throw ConfigurationProblem("“\(email)” is no address for mail.", code: "malformed")
        }
        facts.email = email == "none" ? nil : email
      }
      if !groups.isEmpty {
        let isNone = groups == ["none"]
        guard isNone || groups.allSatisfy(Self.isGroup) else {
          throw ConfigurationProblem(
            "A group has up to 64 letters, digits, dots, hyphens and underscores.", code: "malformed")
        }
        facts.groups = isNone ? [] : Set(groups).sorted()
      }
      try await office.store.write { [facts] in try $0.put(facts) }
      let groups = facts.groups.isEmpty ? "none" : facts.groups.joined(separator: ", ")
      say("“\(person.name)”: address \(facts.email ?? "none"), groups \(groups).")
    }
  }

  private static func isGroup(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
