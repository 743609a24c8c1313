import CeremonyService
import Model
import MoreAlgorithms
import Passwords
import RelyingParty
import Runner
import Sentences

// The common basis of a web server and a terminal's conversation
extension Settings {
  /// Creates the site, with its salt from the store.
  /// - Parameters:
  ///   - accountsPerDay: The maximum number of new accounts from one address; 0 for no limit, as in this computer's own
  ///     terminal.
  ///   - roots: The roots to trust for authenticators, in addition to those in the metadata.
  /// - Throws: `ConfigurationProblem` if the accounts were made at another RP ID.
  func site(in store: any Store, accountsPerDay: Int = 0, roots: [TrustAnchor] = []) async throws -> Site {
    let other = try await store.read { try Site.otherRPID(than: rpID, in: $0) }
    if let other { throw ConfigurationProblem(other.sentence(rpID), code: "rpID") }
    return Site(
      rpID: rpID, rpName: rpName, origins: origins, userVerification: userVerification, counterPolicy: counterPolicy,
      sessionDays: sessionDays, accountsPerDay: accountsPerDay, registration: registration, attestationRoots: roots,
      prfSalt: try await Site.prfSalt(in: store, environment: .live))
  }

  /// Creates a runner on a store, for a command that serves nobody.
  func runner(on store: any Store) async throws -> Runner {
    Runner(
      store: store, environment: .live, hashing: try hashing(),
      ceremonies: Ceremonies(site: try await site(in: store), environment: .live, algorithms: .complete))
  }

  func hashing() throws -> PasswordHashing {
    guard let hashing = PasswordHashing(cost: passwordCost) else {
      throw ConfigurationProblem("password.memory is more than this machine has free.")
    }
    return hashing
  }
}

extension OtherRPID {
  /// Returns what is wrong, and what to do.
  /// - Parameter wanted: The RP ID of the settings.
  func sentence(_ wanted: String) -> Sentence {
    """
    The accounts here were made at \(kept), and rp.id is \(wanted). Everything that opens them works only at \(kept): \
    set rp.id to that.
    """
  }
}
