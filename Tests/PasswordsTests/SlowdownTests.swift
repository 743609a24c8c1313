import Foundation
import Model
import Testing

@testable import Passwords

@Suite struct SlowdownTests {
  @Test("guessing slows down and never locks out") func slows() async throws {
    let slowdown = Slowdown(), now = Date()
    for _ in 0..<3 { await slowdown.note(failureAt: "mirela", at: now) }
    #expect(await slowdown.wait(for: "mirela", at: now) == 1)
    for _ in 0..<50 { await slowdown.note(failureAt: "mirela", at: now) }
    #expect(await slowdown.wait(for: "mirela", at: now) == 8, "never longer")
    #expect(await slowdown.wait(for: "other", at: now) == 0)
    #expect(await slowdown.wait(for: "mirela", at: now + 16 * 60) == 0)
    await slowdown.note(successAt: "mirela")
    #expect(await slowdown.wait(for: "mirela", at: now) == 0)
  }
}

@Suite(.timeLimit(.minutes(2))) struct DelayQueueTests {
  private let one = NetworkAddress("192.0.2.1"), other = NetworkAddress("192.0.2.2"),
    third = NetworkAddress("192.0.2.3")
  private let queue = DelayQueue(most: 4, mostFromOne: 3)

  /// Adds a caller that waits longer than any test.
  private func enter(_ address: NetworkAddress?) -> Task<Bool, Never> {
    Task { [queue] in await queue.wait(3600, for: .init(address: address, name: "mirela")) }
  }
  private func until(_ count: Int) async { while queue.count != count { await Task.yield() } }

  /// A caller without a place is refused at once, and one from another address still gets a place.
  @Test("waiting places are limited in total and per address; further callers are refused at once")
  func bounds() async {
    var crowd: [Task<Bool, Never>] = []
    for count in 1...3 {
      crowd.append(enter(one))
      await until(count)
    }
    #expect(await !enter(one).value)
    let neighbour = enter(other)
    await until(4)
    let owner = enter(third)
    // The last caller from the address with the most places gave way.
    #expect(await !crowd[2].value)
    #expect(queue.count == 4)
    for task in crowd + [neighbour, owner] { task.cancel() }
    await until(0)
    for task in crowd + [neighbour, owner] { #expect(await !task.value) }
  }
  @Test("a caller that waited to the end continues, and its place is free again") func end() async {
    for _ in 0..<5 { #expect(await queue.wait(0.001, for: .init(address: one, name: "mirela"))) }
    #expect(queue.count == 0)
  }
}
