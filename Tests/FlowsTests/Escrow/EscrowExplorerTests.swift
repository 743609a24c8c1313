import FlowKit
import Model
import Testing

@testable import Flows

/// DESIGN §4 on every conversation of account recovery: no dead end, Cancel ends it, every state is stored, nothing is granted or written on the
/// hands' word.
@Suite struct EscrowExplorerTests {
  private func prove<F: Flow>(_ world: World<F>) throws -> Set<F.Output> {
    let map = try Explorer<F>(world)
    print(map)
    #expect(map.outputs.contains(.cancelled))
    #expect(!(try Explorer<F>(world, server: false).outputs.contains(where: \.grants)), "hands alone must open nothing")
    return map.outputs
  }

  @Test("this computer's hands are missed, met and found") func hands() throws { #expect(try prove(EscrowHands.world) == [.found, .cancelled]) }
  @Test("identification, for both purposes", arguments: EscrowPurpose.allCases) func identification(_ purpose: EscrowPurpose) throws {
    #expect(try prove(Identification.world(purpose)).count == 14 + 1 + 2, "each country, a stateless person, back and cancelled")
  }
  @Test("every method", arguments: EscrowKind.allCases) func entry(_ kind: EscrowKind) throws {
    #expect(try prove(MethodEntry.world(kind)) == [.added(EscrowMethodFacts(1, kind)), .lost, .back, .cancelled])
  }
  @Test("methods and providers") func methods() throws {
    _ = try prove(EscrowProviders.world)
    _ = try prove(EscrowMethods.world)
  }
  @Test("policies") func policies() throws { _ = try prove(PolicyReview.world) }
  @Test("upload") func upload() throws {
    #expect(try prove(EscrowUpload.world) == [.uploaded(isPractice: false), .uploaded(isPractice: true), .change, .lost, .cancelled])
  }
  @Test("documents and challenges") func recovering() throws {
    #expect(try prove(DocumentFinding.world) == [.opened(ChallengeBoard.somePuzzle), .lost, .back, .cancelled])
    for kind in EscrowKind.allCases { #expect(try prove(ChallengeAnswer.world(kind)) == [.solved, .back, .lost, .cancelled]) }
    #expect(try prove(ChallengeBoard.world) == [.complete, .change, .back, .lost, .cancelled])
  }
  @Test("what comes back opens an account on a verified proof alone") func restoring() throws {
    #expect(try prove(Restoring.world) == [.recovered, .unknown, .again, .cancelled])
  }
  @Test("recovery, as a whole") func recovery() throws { #expect(try prove(EscrowRecovery.world) == [.recovered, .cancelled]) }
  @Test("status") func status() throws { #expect(try prove(EscrowStatus.world) == [.renew, .seen, .cancelled]) }
  @Test("setting up writes a way in after a touch alone") func setUp() throws {
    #expect(try prove(EscrowSetUp.world) == [.setUp, .toKeys, .cancelled])
    #expect(try prove(EscrowSetUp.world(.file)) == [.setUp, .cancelled])
  }
}
