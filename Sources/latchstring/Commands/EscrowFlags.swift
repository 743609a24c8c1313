import ArgumentParser
import Escrow
import EscrowHands
import Foundation
import Model
import ProviderOperation
import TerminalSurface

/// The flags of every command about account recovery.
struct EscrowFlags: ParsableArguments {
  @OptionGroup var card: ReaderFlags
  @Option(help: "The address of a recovery provider, like https://provider.example/. Give it once for each; more can be added in the conversation.")
  var provider: [String] = []
}

extension EscrowEnvironment {
  init(_ flags: EscrowFlags, needsAccounts: Bool) async throws {
    let settings = try await flags.card.settings()
    let cards = try await CardEnvironment(flags.card, settings, needsAccounts: needsAccounts)
    let named = try flags.provider.map { text in
      guard let address = ProviderAddress(text) else {
        throw ConfigurationProblem("“\(text)” is no provider's address: that is like https://provider.example/")
      }
      return address.text
    }
    let chosen = named + settings.recoveryProviders
    // Who was named was chosen, wherever it is.
    let practice = PracticeProviders.urls(from: settings.practicePort).filter { !chosen.contains($0) }
    self.init(
      cards: cards, client: .ofThisProgram(data: settings.data, practice: practice),
      folder: try HandsFolder(in: settings.data).path, providers: .known(chosen, practice: practice),
      hasPractice: !practice.isEmpty)
  }
}

/// What each help text says of where things are kept.
enum EscrowHelp {
  static let text = """
    Who you are, your answers and the codes that you type go from this computer to the providers that you choose, sealed or as a hash, and to nobody \
    else. What is not finished is kept in the data folder, for its owner alone, and goes on from there the next time.
    """
}

/// What was begun on this computer for account recovery and is not finished, without cards and accounts.
struct UnfinishedWork {
  let operations: EscrowOperations, origin: String

  init(_ place: PlaceFlags) async throws {
    let settings = try Settings.home(
      try await StrictSettings(flags: place.values, environment: ProcessInfo.processInfo.environment, file: place.config))
    origin = settings.origins.first ?? ""
    operations = EscrowOperations(client: .ofThisProgram, folder: try HandsFolder(in: settings.data).path)
  }
}

extension EscrowErrand: ExpressibleByArgument {
  /// What goes on with it.
  var command: String {
    switch self {
    case .setUp: "latchstring escrow backup"
    case .file: "latchstring escrow backup --resume"
    case .recovery: "latchstring escrow recover"
    }
  }
}
