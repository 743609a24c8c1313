import AsyncAlgorithms
import CeremonyService
import Foundation
import Logging
import RelyingParty
import ServiceLifecycle

/// Fetches metadata when newer ones are due: at the start and then once an hour it looks whether they are. Runs only where `metadata.update` is `on`.
struct MetadataUpdater: Service {
  let desk: MetadataDesk
  let shelf: CurrentMetadata
  let logger: Logger
  var source = MetadataSource.published

  func run() async throws {
    await updateIfDue(at: Date())
    for await _ in AsyncTimerSequence(interval: .seconds(3600), clock: .continuous).cancelOnGracefulShutdown() { await updateIfDue(at: Date()) }
  }

  /// A failure is said, and what is in use stays in use.
  func updateIfDue(at now: Date) async {
    do {
      if let kept = try desk.kept(), !kept.isDue(at: now.unixTime) {
        // Somebody may have updated by the command while this runs.
        if kept.number > shelf.blob?.number ?? -1, let blob = try desk.load(at: now) { shelf.put(blob) }
        return
      }
      let blob = try desk.take(try await MetadataSource.read(source), from: source, at: now)
      shelf.put(blob)
      logger.notice("Metadata number \(blob.number) are in use.")
    } catch { logger.warning("The metadata were not updated. \(error)") }
  }
}
