import EscrowProvider
import Foundation

/// The cost of account recovery relative to its parts: identifiers to Argon2id, a backup and a recovery to the answers
/// they have to wait for, and a provider's durable work to `/config` on the same provider in the same run.
@main
struct EscrowBench {
  static func main() async throws {
    if let place = ProviderProcess.Place(CommandLine.arguments) { return try await ProviderProcess.serve(place) }
    let before = Machine.load
    try DerivationBench.run()
    try await ClientBench.run()
    try await ProviderBench.run()
    print("machine: \(Machine.cores) cores, load \(before) before and \(Machine.load) after\(Machine.warning(before))")
  }
}
