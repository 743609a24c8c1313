import AccountService
import CeremonyService
import Foundation
import Logging
import RelyingParty
import WebSurface

extension ConformanceSettings {
  /// Who answers the tool; `nil` where nobody does.
  /// - Parameters:
  ///   - shelf: The metadata that the site uses. The tool's are added to those that are there at the start.
  ///   - desk: Whom it believes about BLOBs.
  func desk(
    for party: RelyingParty, environment: ServerEnvironment, shelf: CurrentMetadata, verifying desk: MetadataDesk, _ logger: Logger
  ) throws -> ConformanceDesk? {
    guard isOn else { return nil }
    logger.warning("The conformance endpoints are open to everybody who reaches this server. They are for tests; nobody's account is behind them.")
    let known = shelf.blob.map { [$0] } ?? []
    let metadata = try self.metadata.map { try ConformanceMetadata(folder: $0).blob(adding: known, verifying: desk, at: environment.now(), logger) }
    return ConformanceDesk(party, environment: environment, metadata: metadata ?? shelf.blob)
  }
}
