import CeremonyService
import Model
import MoreAlgorithms
import Passwords
import RelyingParty
import Runner

// The common basis of a web server and a terminal's conversation
extension Settings {
  /// Creates the site, with its salt from the store.
  /// - Parameters:
  ///   - accountsPerDay: The maximum number of new accounts from one address; 0 for no limit, as in this computer's own
  ///     terminal.
  ///   - roots: The roots to trust for authenticators, in addition to those in the metadata.
  func site(in store: any Store, accountsPerDay: Int = 0, roots: [TrustAnchor] = []) async throws -> Site {
    Site(
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
