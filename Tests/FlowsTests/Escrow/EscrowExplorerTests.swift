import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import FlowWorlds
@testable import Flows

/// DESIGN §4 for every account recovery flow: no dead end, Cancel ends it, every state can be stored, and nothing is
/// granted or written on the hands' word.
@Suite struct EscrowExplorerTests {
  @Test("the Explorer proves missing, meeting and finding this computer's hands") func hands() async throws {
    #expect(try await outputs(of: EscrowConnection.self) == [.found, .cancelled])
  }
  @Test("the Explorer proves identification for both purposes", arguments: EscrowPurpose.allCases)
  func identification(_ purpose: EscrowPurpose) throws {
    #expect(
      try outputs(in: Identification.world(purpose)).count == 14 + 1 + 2,
      "each country, a stateless person, back and cancelled")
  }
  @Test("the Explorer proves every method", arguments: EscrowKind.allCases) func entry(_ kind: EscrowKind) throws {
    #expect(try outputs(in: MethodEntry.world(kind)) == [.added(EscrowMethodFacts(1, kind)), .lost, .back, .cancelled])
  }
  @Test("the Explorer proves methods and providers") func methods() async throws {
    _ = try await outputs(of: EscrowProviders.self)
    _ = try await outputs(of: EscrowMethods.self)
  }
  @Test("the Explorer proves policies") func policies() async throws { _ = try await outputs(of: PolicyReview.self) }
  @Test("the Explorer proves upload") func upload() async throws {
    #expect(
      try await outputs(of: EscrowUpload.self) == [
        .uploaded(isPractice: false), .uploaded(isPractice: true), .change, .lost, .cancelled,
      ])
  }
  @Test("the Explorer proves trying an address") func trial() async throws {
    #expect(try await outputs(of: EscrowTrial.self) == [.done, .change, .lost, .cancelled])
  }
  @Test("the Explorer proves documents and challenges") func recovering() async throws {
    #expect(
      try await outputs(of: DocumentFinding.self) == [.opened(ChallengeBoard.somePuzzle), .lost, .back, .cancelled])
    for kind in EscrowKind.allCases {
      #expect(try outputs(in: ChallengeAnswer.world(kind)) == [.solved, .back, .lost, .cancelled])
    }
    #expect(try await outputs(of: ChallengeBoard.self) == [.complete, .change, .back, .lost, .cancelled])
  }
  @Test("a recovered secret opens an account only with a verified proof") func restoring() async throws {
    #expect(try await outputs(of: Restoring.self) == [.recovered, .unknown, .again, .cancelled])
  }
  @Test("the Explorer proves recovery as a whole") func recovery() async throws {
    #expect(try await outputs(of: EscrowRecovery.self) == [.recovered, .cancelled])
  }
  @Test("the Explorer proves status") func status() async throws {
    #expect(try await outputs(of: EscrowStatus.self) == [.renew, .seen, .cancelled])
  }
  @Test("the Explorer proves the drill, which grants nothing and asks for nothing that writes")
  func drill() async throws {
    #expect(try await outputs(of: EscrowTest.self) == [.ended, .setUp, .cancelled])
  }
  @Test("set-up stores a new way in only after a touch") func setUp() async throws {
    #expect(try await outputs(of: EscrowSetUp.self) == [.setUp, .toKeys, .cancelled])
    #expect(try outputs(in: EscrowSetUp.world(.file)) == [.setUp, .cancelled])
  }
}
