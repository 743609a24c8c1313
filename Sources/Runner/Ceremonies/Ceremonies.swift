import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import RelyingParty

/// Begins and ends WebAuthn ceremonies against the store: the relying party judges, this room remembers.
public struct Ceremonies: Sendable {
  let site: Site
  let relyingParty: RelyingParty
  let surroundings: Surroundings
  let metadata: MetadataShelf

  /// The ceremonies of a site, with the algorithms that its relying party verifies, and what it knows of authenticators.
  public init(site: Site, surroundings: Surroundings, algorithms: SignatureAlgorithms = .standard, metadata: MetadataShelf = MetadataShelf()) {
    self.site = site; self.surroundings = surroundings; self.metadata = metadata
    var relyingParty = RelyingParty(id: site.rpID, name: site.rpName, origins: site.origins)
    relyingParty.algorithms = algorithms
    // Of old TPMs as well: who may come without an attestation is not refused for a weak one, and it vouches for nothing.
    relyingParty.formats = relyingParty.formats.adding(TPMAttestation(acceptsSHA1: true))
    self.relyingParty = relyingParty
  }

  /// What a challenge was issued for. An answer given for one thing is worth nothing for another.
  enum Purpose: Codable, Hashable, Sendable { case run(String), endpoint }

  /// The half of a ceremony that waits in the store.
  struct Waiting: Codable {
    var purpose: Purpose
    var half: Half
    enum Half: Codable {
      case registration(username: String, account: AccountID, RegistrationState)
      case enrollment(AccountID, RegistrationState)
      case authentication(Ceremony, account: AccountID?, AuthenticationState)
      case proof(way: KeyID)
      case card(CardPurpose, account: AccountID?)
    }
  }

  /// Why an answer was not accepted, and what the relying party found.
  struct Refused: Error {
    var rejection: Rejection
    var finding: WebAuthnError?
    init(_ rejection: Rejection, _ finding: WebAuthnError? = nil) { self.rejection = rejection; self.finding = finding }
  }

  /// A secret in a body is refused before anything of it is kept.
  static func refuseSecrets(in credential: String) throws(RunnerError) {
    guard !CarriedSecrets.prfResults(in: Array(credential.utf8)) else { throw RunnerError(.secretSent) }
  }

  /// So many challenges of one session wait for their answers. A browser has a few; the oldest give way.
  static let mostWaiting = 64

  /// Stores the half and gives the challenge it waits for.
  func issue(_ challenge: [UInt8], _ half: Waiting.Half, for purpose: Purpose, in session: SessionID, _ records: any Records) throws {
    let waiting = Waiting(purpose: purpose, half: half)
    try records.insert(
      Challenge(bytes: challenge, session: session, ceremony: [UInt8](try JSONEncoder().encode(waiting)), issuedAt: surroundings.now()))
    try records.deleteChallenges(of: session, butNewest: Self.mostWaiting)
  }

  /// Takes the half that an answer's challenge belongs to. It is gone afterwards, whatever comes of it (E-14, E-15, E-18).
  func redeem(_ challenge: [UInt8]?, for purpose: Purpose, in session: SessionID, _ records: any Records) throws -> Result<Waiting.Half, Refused> {
    guard let challenge, let found = try records.spend(challenge) else { return .failure(Refused(.expired)) }
    guard !found.isExpired(at: surroundings.now()) else { return .failure(Refused(.expired)) }
    let waiting = try JSONDecoder().decode(Waiting.self, from: Data(found.ceremony))
    guard found.session == session, waiting.purpose == purpose else { return .failure(Refused(.invalid)) }
    return .success(waiting.half)
  }
}
