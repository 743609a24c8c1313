import Vocabulary
import Testing

@testable import FlowWorlds
@testable import Flows

/// A flow whose outputs are proved by the Explorer: a test argument, so that several flows are explored in parallel.
struct ProvenFlow: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var prove: @Sendable () async throws -> Void

  init<F: Flow & Explorable & SendableMetatype>(_: F.Type, _ expected: Set<F.Output>) {
    testDescription = "\(F.self)"
    prove = {
      let ends = try await outputs(of: F.self)
      #expect(ends == expected, "\(F.self)")
    }
  }
}

/// The proven outputs of a flow in its own world.
func outputs<F: Flow & Explorable & SendableMetatype>(of _: F.Type) async throws -> Set<F.Output> {
  expectProven(try await Explored.map(F.self)).outputs
}

/// The proven outputs of a flow in a different world.
func outputs<F: Flow>(in world: World<F>) throws -> Set<F.Output> { expectProven(try Explorer(world)).outputs }

/// Expects what the Explorer does not enforce by throwing: Cancel is among the ends, and no end that grants is reached
/// without the server.
@discardableResult
func expectProven<F: Flow>(_ map: Explorer<F>) -> Explorer<F> {
  print(map)
  #expect(map.outputs.contains(.cancelled))
  let isOpened = map.outputsOfHandsAlone.contains { $0.grants }
  #expect(!isOpened, "hands alone must open nothing")
  return map
}
