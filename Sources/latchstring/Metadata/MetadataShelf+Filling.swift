import Foundation
import Logging
import RelyingParty
import Runner

extension MetadataShelf {
  /// What is used from the start on. Metadata that cannot be used stop nobody from signing in: it is said why, and the site runs without.
  static func filled(from desk: MetadataDesk, at now: Date, _ logger: Logger) -> MetadataShelf {
    do {
      guard let blob = try desk.load(at: now) else { return MetadataShelf() }
      logger.notice("Metadata number \(blob.number) are in use.")
      if blob.isStale(at: now.unixTime) {
        logger.warning("A newer metadata BLOB was due on \(blob.nextUpdate.day). latchstring metadata update fetches it.")
      }
      return MetadataShelf(blob)
    } catch {
      logger.warning("No metadata are in use. \(error)")
      return MetadataShelf()
    }
  }
}
