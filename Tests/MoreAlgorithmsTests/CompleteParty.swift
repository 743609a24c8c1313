import MoreAlgorithms
import RelyingParty

@testable import RelyingPartyTests

extension Ceremony {
  /// The party of the tests with all algorithms.
  static var completeParty: RelyingParty {
    var party = party
    party.algorithms = .complete
    return party
  }
}
