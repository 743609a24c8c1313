import SimulatedCard
import Synchronization
import TestCards
import Testing
import Vocabulary

@testable import Runner
@testable import RunnerTests

/// A reader that corrupts the card's answer, at each APDU of a login.
@Suite struct GarbledTests {
  enum Fault: String, CaseIterable, Sendable {
    /// One bit in the middle, one in the last byte before the status word (a wrong MAC if there is one), and the status
    /// word itself.
    case middle, end, status
    case noise, empty, cut, long
    /// The answer to the previous command.
    case replayed
    /// Only the status word 9000.
    case bareSuccess
  }

  /// Garbage, a wrong MAC or a replayed answer at any APDU causes neither a trap nor a success, and the login
  /// continues.
  @Test(
    "D-33 D-59: a garbled, forged or replayed answer breaks no login and never passes",
    arguments: Fault.allCases)
  func garbled(_ fault: Fault) async throws {
    var (clean, first) = try await returning()
    clean.reader.tear(nil)
    try await first.start(.cardLogin)
    try await first.finish()
    let commands = clean.reader.commands
    clean.reader.remove()
    let failures = await withTaskGroup(of: String?.self) { group in
      for position in 1...commands {
        group.addTask {
          do { return try await self.login(fault, at: position) } catch { return "\(position): \(error)" }
        }
      }
      return await group.reduce(into: [String]()) { all, failure in if let failure { all.append(failure) } }
    }
    #expect(failures == [], "\(failures.count) of \(commands)")
  }

  private func login(_ fault: Fault, at position: Int) async throws -> String? {
    var (bench, person) = try await returning()
    let last = Mutex<[UInt8]>([]), isSpoiled = Mutex(false)
    bench.reader.remove()
    bench.reader.spoil { count, answer in
      let before = last.withLock { last in
        defer { last = answer }
        return last
      }
      guard count == position else { return answer }
      isSpoiled.withLock { $0 = true }
      return Self.spoil(answer, fault, before)
    }
    try await person.start(.cardLogin)
    let end = try await person.finish()
    bench.reader.spoil(nil)
    guard isSpoiled.withLock({ $0 }) else { return "\(position): nothing was spoiled" }
    guard end.grants, person.session.account != nil else { return "\(position): ends \(end); \(person.lastRead)" }
    guard person.grants == 2, person.signatures >= 2 else { return "\(position): a session without a signature" }
    let look = try bench.look(at: person.card)
    guard look.tries == [3, 5], look.freeSlots >= 8 else { return "\(position): \(look)" }
    return nil
  }

  private func returning() async throws -> (Bench, CardPerson) {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    person.vault.forget()
    // A pairing that seems broken is renewed, and its password may be requested.
    person.papers.pairings = [PreparedCard.pairingPassword]
    return (bench, person)
  }

  private static func spoil(_ answer: [UInt8], _ fault: Fault, _ before: [UInt8]) -> [UInt8] {
    var spoiled = answer
    switch fault {
    case .middle: spoiled[answer.count / 2] ^= 0x10
    case .end: spoiled[max(0, answer.count - 3)] ^= 0x01
    case .status: spoiled[answer.count - 1] ^= 0x81
    case .noise: spoiled = (0..<answer.count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    case .empty: spoiled = []
    case .cut: spoiled = Array(answer.prefix(answer.count / 2))
    case .long: spoiled = [UInt8](repeating: 0x5A, count: 400) + answer
    case .replayed: spoiled = before
    case .bareSuccess: spoiled = [0x90, 0x00]
    }
    return spoiled
  }
}
