import Access
import AccountService
import ArgumentParser
import EscrowHands
import Flows
import Foundation
import HandsProtocol
import HandsTools
import Model
import Sentences
import TerminalSurface
import WaysBack
import Words

/// Says who can open an account of this computer, and what each loss leaves.
struct WaysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ways", abstract: "Say who can open an account of this computer, and what each loss leaves.",
    discussion: """
      It is computed from what stands, and counts only what was tried. Nothing is changed, and Latchstring may be \
      running. docs/WAYS-COMMAND.md describes it.
      """)

  @OptionGroup var place: PlaceFlags
  @Option(help: "The account's user name, if there are several.") var account: String?
  @Option(help: "A thing to lose, by its name, such as “Kit no. 1”. Give it once for each.") var lose: [String] = []
  @Flag(help: "Print the same as a JSON object.") var json = false

  /// The id of this computer among the places.
  private static let computer = "this computer"

  func run() async throws {
    try await reportingProblems(status: 2) {
      let (name, holdings) = try await read()
      guard let picture = Picture(holdings), let otherSide = OtherSide(holdings) else {
        throw ConfigurationProblem("The account has more ways in than can be judged at once.", code: "tooMany")
      }
      let report = WaysReport(account: name, picture: picture, otherSide: otherSide, lost: try lost(picture))
      if json { print(try report.json()) } else { report.print() }
    }
  }

  private func read() async throws -> (account: String, holdings: Holdings) {
    let database = try await place.database(), now = Date()
    var (account, holdings) = try await database.read { records in
      let chosen = try chosen(records)
      let holdings = try Holdings(
        of: chosen, site: .here(Self.computer), at: now,
        naming: { ThingName(alone: KeyName.sentence($0, isCard: $1), inSentence: KeyName.inSentence($0, isCard: $1)) },
        records)
      return (chosen.username.text, holdings)
    }
    if let plan = try await plan(of: holdings, at: now) { holdings.escrow = .known(plan) }
    return (account, holdings)
  }

  /// Returns account recovery as this computer's hands know it; `nil` if there is none, or it was set up elsewhere.
  private func plan(of holdings: Holdings, at now: Date) async throws -> Holdings.Plan? {
    guard let lookup = holdings.escrowLookup else { return nil }
    let settings = try await place.home()
    for origin in settings.origins {
      do throws(HandsError) {
        let picture = try EscrowPicture(from: HandsFolder.path(in: settings.data), at: origin, on: now)
        if let picture, picture.lookups.contains(lookup) { return Holdings.Plan(picture) }
      } catch { throw ConfigurationProblem(error.reason, code: "damaged") }
    }
    return nil
  }

  /// Returns the named account or, if none is named, the only one.
  private func chosen(_ records: any Records) throws -> Account {
    let few = try records.accounts(limit: Self.mostNamed)
    guard let account else {
      guard let only = few.first else {
        throw ConfigurationProblem("There is no account on this computer yet.", code: "noAccount")
      }
      guard few.count == 1 else {
        let names = few.map { Sentence(verbatim: $0.username.text) }.listed
        throw ConfigurationProblem(
          "There are several accounts. Name one with --account: \(names).", code: "severalAccounts")
      }
      return only
    }
    if let username = Username(account), let found = try records.account(named: username) { return found }
    let near = Nearness.nearest(to: account, among: few.map(\.username.text))
    throw ConfigurationProblem(
      near.map { "No account here is named “\(account)”. Did you mean “\($0)”?" }
        ?? "No account here is named “\(account)”.", code: "noAccount")
  }
  /// As many accounts as are named to somebody who has to choose one.
  private static let mostNamed = 20

  private func lost(_ picture: Picture) throws -> Things {
    try lose.reduce(Things.none) { lost, name in
      let found = picture.set(named: name)
      guard found.isEmpty else { return lost.union(found) }
      let names = picture.things.map(\.name.said)
      let problem: Sentence =
        Nearness.nearest(to: name, among: names).map {
          "There is nothing named “\(name)”. Did you mean “\($0)”?"
        } ?? "There is nothing named “\(name)”."
      let all = names.map { Sentence(verbatim: "“\($0)”") }.listed
      throw ConfigurationProblem("\(problem) You can lose \(all).", code: "unknownThing")
    }
  }
}

extension Picture {
  /// Returns the things with this name. Case does not matter.
  fileprivate func set(named name: String) -> Things {
    let wanted = name.lowercased()
    return Things(
      things.indices.filter { at in
        let thing = things[at], names = [thing.name, thing.nameInSentence].flatMap { [$0.english, $0.said] }
        return names.contains { $0.lowercased() == wanted }
      })
  }
}
