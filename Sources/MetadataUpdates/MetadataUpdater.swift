import AsyncAlgorithms
import Foundation
import Logging
import Model
import RelyingParty
import CeremonyService
import ServiceLifecycle

/// Fetches newer metadata when they are due. The updater checks this when it starts and then once an hour. It runs only
/// if `metadata.update` is `on`.
public struct MetadataUpdater: Service {
  private let library: MetadataLibrary
  private let shelf: CurrentMetadata
  private let logger: Logger
  private let source: String
  private let newest: NewestMetadata

  /// - Parameter store: Is shared by all servers of the site.
  public init(
    library: MetadataLibrary, shelf: CurrentMetadata, store: any Store, logger: Logger,
    source: String = MetadataSource.published
  ) {
    self.library = library; self.shelf = shelf; self.logger = logger; self.source = source
    newest = NewestMetadata(store: store, root: library.settings.root ?? MetadataTrust.publicRoot)
  }

  public func run() async throws {
    await updateIfDue(at: Date())
    for await _ in AsyncTimerSequence(interval: .seconds(3600), clock: .continuous).cancelOnGracefulShutdown() {
      await updateIfDue(at: Date())
    }
  }

  /// Logs a failure and keeps using the current metadata.
  func updateIfDue(at now: Date) async {
    do {
      let floor = try await newest.number()
      if let kept = try library.kept(), !kept.isDue(at: now.unixTime), kept.number >= floor ?? -1 {
        // The update command may have been run in the meantime.
        if kept.number > shelf.blob?.number ?? -1, let blob = try library.load(at: now) { shelf.put(blob) }
        return try await newest.note(kept.number)
      }
      let blob = try library.take(try await MetadataSource.read(source), from: source, at: now, notBehind: floor)
      try await newest.note(blob.number)
      shelf.put(blob)
      logger.notice("Metadata number \(blob.number) are in use.", source: Product.logSource)
    } catch { logger.warning("The metadata were not updated. \(error)", source: Product.logSource) }
  }
}

extension CurrentMetadata {
  /// Returns the metadata in use from the start. Unusable metadata do not prevent anyone from signing in. The reason is
  /// logged, and the site runs without metadata.
  public static func filled(from library: MetadataLibrary, at now: Date, _ logger: Logger) -> CurrentMetadata {
    do {
      guard let blob = try library.load(at: now) else { return CurrentMetadata() }
      logger.notice("Metadata number \(blob.number) are in use.", source: Product.logSource)
      if blob.isStale(at: now.unixTime) {
        logger.warning(
          "A newer metadata BLOB was due on \(blob.nextUpdate.day). latchstring metadata update fetches it.",
          source: Product.logSource)
      }
      return CurrentMetadata(blob)
    } catch {
      logger.warning("No metadata are in use. \(error)", source: Product.logSource)
      return CurrentMetadata()
    }
  }
}
