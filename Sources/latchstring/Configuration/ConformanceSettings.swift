import Model

/// Whether the FIDO Alliance's conformance tool is answered, and what is known about its authenticators.
struct ConformanceSettings {
  /// Off but for tests.
  var isOn: Bool
  /// A folder with the metadata that the tool hands out: statements (`.json`) and BLOBs (`.jwt`).
  var metadata: String?

  init(isOn: Bool = false, metadata: String? = nil) { (self.isOn, self.metadata) = (isOn, metadata) }

  init(_ read: StrictSettings) throws {
    isOn = try read.choice("conformance.api", API.self) == .on
    metadata = try read.text("conformance.metadata")
    if metadata != nil, !isOn { throw ConfigurationProblem("conformance.metadata is set, and conformance.api is off. Set both or neither.") }
  }

  private enum API: String, CaseIterable { case on, off }
}
