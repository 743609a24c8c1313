import ArgumentParser
import Escrow
import Foundation
import LocalHands
import ProviderOperation

/// What was begun on this computer for account recovery and is not finished, without cards and accounts.
struct UnfinishedWork {
  let desk: EscrowDesk, origin: String

  init(_ place: PlaceFlags) async throws {
    let settings = try Settings.home(
      try await StrictSettings(flags: place.values, environment: ProcessInfo.processInfo.environment, file: place.config))
    origin = settings.origins.first ?? ""
    desk = EscrowDesk(client: .ofThisProgram, folder: try HandsFolder(in: settings.data).path)
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
