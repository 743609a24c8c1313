import CeremonyService
import Foundation
import Logging
import RelyingParty

extension CurrentMetadata {
  /// What is used from the start on. Metadata that cannot be used stop nobody from signing in: it is said why, and the site runs without.
  static func filled(from desk: MetadataDesk, at now: Date, _ logger: Logger) -> CurrentMetadata {
    do {
      guard let blob = try desk.load(at: now) else { return CurrentMetadata() }
      logger.notice("Metadata number \(blob.number) are in use.")
      if blob.isStale(at: now.unixTime) {
        logger.warning("A newer metadata BLOB was due on \(blob.nextUpdate.day). latchstring metadata update fetches it.")
      }
      return CurrentMetadata(blob)
    } catch {
      logger.warning("No metadata are in use. \(error)")
      return CurrentMetadata()
    }
  }
}
