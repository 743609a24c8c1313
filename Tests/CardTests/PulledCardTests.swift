import FlowKit
import LocalHands
import Testing

/// For each flow a clean walk counts its command APDUs; then the card is pulled at each of them, before it did it and after, and put back.
@Suite struct PulledCardTests {
  @Test(
    "D-59 D-57 D-16: pulled at every APDU of every flow and put back, the flow goes on to its end, and account and card agree",
    arguments: PulledFlow.all)
  func pulled(_ flow: PulledFlow) async throws {
    let clean = try await flow.walk(nil)
    #expect(clean.problems == [], "\(flow)")
    #expect(clean.commands > 2)
    let tears: [VirtualTear] = (1...max(clean.commands, 1)).flatMap { [.before($0), .unanswered($0)] }
    let failures = await withTaskGroup(of: String?.self) { group in
      for tear in tears {
        group.addTask {
          do {
            let outcome = try await flow.walk(tear), isEnd = outcome.end == clean.end
            guard outcome.problems.isEmpty, isEnd else { return "\(tear): ends \(outcome.end) \(outcome.problems)" }
            return nil
          } catch { return "\(tear): \(error)" }
        }
      }
      return await group.reduce(into: [String]()) { all, failure in if let failure { all.append(failure) } }
    }
    #expect(failures == [], "\(flow): \(failures.count) of \(tears.count)")
  }
}
