import Testing
import VirtualReaders
import Vocabulary

/// For each flow, a clean run counts the command APDUs; then the card is removed at each of them, before and after
/// executing it, and reinserted.
@Suite struct PulledCardTests {
  /// The flow continues to its end, and account and card are consistent.
  @Test(
    "D-59 D-57 D-16: pulled at any APDU of any flow and put back, a card still gets through",
    arguments: PulledFlow.all)
  func pulled(_ flow: PulledFlow) async throws {
    let clean = try await flow.walk(nil)
    #expect(clean.problems == [], "\(flow)")
    #expect(clean.commands > 2)
    let tears: [VirtualTear] = (1...max(clean.commands, 1)).flatMap { [.before($0), .unanswered($0)] }
    let failures = await withTaskGroup(of: [String].self) { group in
      for lane in 0..<Self.lanes {
        group.addTask {
          var failures: [String] = []
          for place in stride(from: lane, to: tears.count, by: Self.lanes) {
            do {
              let outcome = try await flow.walk(tears[place])
              if outcome.end != clean.end || !outcome.problems.isEmpty {
                failures.append("\(tears[place]): ends \(outcome.end) \(outcome.problems)")
              }
            } catch { failures.append("\(tears[place]): \(error)") }
          }
          return failures
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures == [], "\(flow): \(failures.count) of \(tears.count)")
  }

  /// The number of concurrent runs of one flow.
  private static let lanes = 2
}
