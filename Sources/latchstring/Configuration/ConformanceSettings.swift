import AccountService
import CeremonyService
import Foundation
import Logging
import MetadataUpdates
import Model
import RelyingParty
import WebSurface

/// The settings for the FIDO Alliance's conformance tool: `on` if the server responds to the tool, and the metadata of
/// the tool's authenticators.
struct ConformanceSettings {
  /// `true` if the tool's endpoints are enabled; `false` except for tests.
  var isOn: Bool
  /// A folder with the metadata that the tool provides: statements (`.json`) and BLOBs (`.jwt`).
  var metadata: String?

  init(isOn: Bool = false, metadata: String? = nil) { (self.isOn, self.metadata) = (isOn, metadata) }

  init(_ read: StrictSettings) throws {
    isOn = try read.choice("conformance.api", API.self) == .on
    metadata = try read.text("conformance.metadata")
    if metadata != nil, !isOn {
      throw ConfigurationProblem("conformance.metadata is set, and conformance.api is off. Set both or neither.")
    }
  }

  private enum API: String, CaseIterable { case on, off }
}

extension ConformanceSettings {
  /// Returns the server that responds to the tool, or `nil` if the tool's endpoints are disabled.
  /// - Parameters:
  ///   - shelf: The metadata that the site uses. The tool's metadata are added to those present at the start.
  ///   - library: The metadata that it trusts.
  func conformance(
    for party: RelyingParty, environment: ServerEnvironment, shelf: CurrentMetadata, verifying library: MetadataLibrary,
    _ logger: Logger
  ) throws -> ConformanceServer? {
    guard isOn else { return nil }
    logger.warning(
      """
      The conformance endpoints are open to everybody who reaches this server. They are for tests; nobody's account is \
      behind them.
      """)
    let known = shelf.blob.map { [$0] } ?? []
    let metadata = try self.metadata.map { folder in
      try ConformanceMetadata(folder: folder).blob(adding: known, verifying: library, at: environment.now(), logger)
    }
    return ConformanceServer(party, environment: environment, metadata: metadata ?? shelf.blob)
  }
}
