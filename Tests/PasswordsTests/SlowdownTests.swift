import Crypto
import Foundation
import Model
import Store
import TestPostgreSQL
import Testing

@testable import Passwords

@Suite struct SlowdownTests {
  private let store: any Store, now = Date(timeIntervalSince1970: 1_800_000_000)
  init() throws { store = try DatabaseKind.current.makeStore() }

  /// A server of the site. The key that it would draw is not the one that the others drew.
  private func server(_ number: UInt8 = 1) -> Slowdown {
    Slowdown(store: store) { Array(repeating: number, count: $0) }
  }

  @Test("guessing slows down and never locks out") func slows() async throws {
    let slowdown = server()
    for _ in 0..<3 { #expect(try await slowdown.begin("mirela", at: now).wait == 0) }
    #expect(try await slowdown.begin("mirela", at: now).wait == 1)
    for _ in 0..<50 { _ = try await slowdown.begin("mirela", at: now) }
    let last = try await slowdown.begin("mirela", at: now)
    #expect(last.wait == 8, "never longer")
    #expect(try await slowdown.begin("other", at: now).wait == 0)
    #expect(try await slowdown.begin("mirela", at: now + 16 * 60).wait == 0)
    try await slowdown.forget(last)
    #expect(try await slowdown.begin("mirela", at: now).wait == 0)
  }

  @Test("another server, and one that was started again, know what was tried") func servers() async throws {
    for number in 1...4 { _ = try await server(UInt8(number)).begin("mirela", at: now) }
    #expect(try await server(9).begin("mirela", at: now).wait == 2)
    #expect(try await server(9).begin("other", at: now).wait == 0)
  }

  @Test("many tries at once count as many, and one that was not checked counts as none") func atOnce() async throws {
    let slowdown = server(), now = now
    let waits = try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<8 { group.addTask { try await slowdown.begin("mirela", at: now).wait } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(waits.sorted() == [0, 0, 0, 1, 2, 4, 8, 8])
    let unchecked = try await slowdown.begin("busy", at: now)
    try await slowdown.takeBack(unchecked)
    for _ in 0..<3 { #expect(try await slowdown.begin("busy", at: now).wait == 0) }
  }

  @Test("whoever opens one account forgives no guesses at another that shares its place") func sharing() async throws {
    let slowdown = server(7), key = SymmetricKey(data: Array(repeating: UInt8(7), count: 32))
    let place = Slowdown.place(of: "mirela", by: key).place
    let own = try #require((0...).lazy.map { "own\($0)" }.first { Slowdown.place(of: $0, by: key).place == place })
    for _ in 0..<5 { _ = try await slowdown.begin("mirela", at: now) }
    let begun = try await slowdown.begin(own, at: now)
    #expect(begun.wait == 4)
    try await slowdown.forget(begun)
    #expect(try await slowdown.begin("mirela", at: now).wait == 4)
  }

  @Test("however many names are made up, the places stay as many") func made() async throws {
    let slowdown = server()
    for number in 0..<300 { _ = try await slowdown.begin("made up \(number)", at: now) }
    let rows = try await store.read { records in
      try (0..<Guesses.places).reduce(0) { try $0 + (records.guesses(at: $1) == nil ? 0 : 1) }
    }
    #expect(rows > 250 && rows <= 300)
    let later = now + 16 * 60
    try await store.write { try $0.deleteGuesses(notTriedSince: later - 15 * 60) }
    #expect(try await store.read { try $0.guesses(at: 0) } == nil)
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
