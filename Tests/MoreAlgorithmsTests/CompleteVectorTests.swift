import MoreAlgorithms
import RelyingParty
import Testing
@testable import RelyingPartyTests

@Suite struct CompleteVectorTests {
  static let rows: [VectorRow]? = VectorRow.load(like: Ceremony.completeParty)

  @Test("every captured ceremony with ES256K or Ed448 has the expected result")
  func rows() {
    guard let rows = Self.rows else { return VectorTests.sayMissing() }
    let judged = rows.filter { $0.algorithm == -47 || $0.algorithm == -53 }
    print(
      "judged \(judged.count) rows of ES256K and Ed448, \(judged.count { $0.authority != "peer" }) of them of the "
        + "specification"
    )
    let differing = judged.filter { !$0.agrees && !Decisions.rows.contains($0.id) }
    #expect(differing.map(\.verdict.line) == [])
    #expect(judged.filter { $0.authority != "peer" && $0.verdict.error != nil }.map(\.id) == [])
    #expect(judged.count >= 8)
  }

  @Test("with all algorithms enabled, every captured ceremony that must be rejected is rejected")
  func noWrongAccept() {
    guard let rows = Self.rows else { return VectorTests.sayMissing() }
    #expect(
      rows.filter { $0.expected == "error" && $0.verdict.error == nil && !Decisions.rows.contains($0.id) }.map(\.id)
        == [])
  }
}

extension Ceremony {
  /// The tests' relying party, with all algorithms enabled.
  static var completeParty: RelyingParty {
    var party = party
    party.algorithms = .complete
    return party
  }
}
