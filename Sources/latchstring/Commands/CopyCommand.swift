import ArgumentParser
import Foundation
import Model
import Store
import TerminalSurface

/// A copy of the accounts, to be kept somewhere else: what opens an account opens nothing where the account itself is gone.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Write a copy of the accounts on this computer into a file, to keep somewhere else. Latchstring may be running.",
    discussion: """
      To come back with it, put the file as latchstring.sqlite into an empty folder and name that folder with --data. What the accounts keep is sealed \
      in it as it is here; names of accounts and keys can be read.
      """)

  @Argument(help: "The new file.", completion: .file()) var file: String
  @OptionGroup var place: PlaceFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      // What other programs would write to standard output does not belong on a screen: it is a database.
      guard file != "-" else { throw ConfigurationProblem("A copy goes into a file. Name one, such as ./accounts.copy.") }
      do { try await place.database().copy(to: file) } catch let error as StoreError {
        throw ConfigurationProblem("\(file) cannot be written: \(error.reason).")
      }
      say("The accounts as they are now are in \(file). Keep it somewhere else, and make a new one from time to time.", keeping: [file])
    }
  }
}
