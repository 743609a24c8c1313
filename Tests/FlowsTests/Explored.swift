import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Explores each flow's world once for all tests that request it; concurrent requests for a flow share one exploration.
actor Explored {
  private static let shared = Explored()
  private var walks: [ObjectIdentifier: any Sendable] = [:]

  static func map<F: Flow & Explorable & SendableMetatype>(_: F.Type) async throws -> Explorer<F> {
    try await shared.walk().value
  }

  private func walk<F: Flow & Explorable & SendableMetatype>() -> Task<Explorer<F>, any Error> {
    if let begun = walks[ObjectIdentifier(F.self)] as? Task<Explorer<F>, any Error> { return begun }
    let walk = Task.detached { try Explorer<F>() }
    walks[ObjectIdentifier(F.self)] = walk
    return walk
  }
}
