import AccountService
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import RelyingParty

/// Begins and ends WebAuthn ceremonies against the store. The relying party verifies responses, and `Ceremonies` stores
/// the state.
public struct Ceremonies: Sendable {
  package let site: Site
  let relyingParty: RelyingParty
  let environment: ServerEnvironment
  let metadata: CurrentMetadata

  /// Creates the ceremonies of a site from the algorithms that its relying party verifies and the metadata about
  /// authenticators.
  public init(
    site: Site, environment: ServerEnvironment, algorithms: SignatureAlgorithms = .standard,
    metadata: CurrentMetadata = CurrentMetadata()
  ) {
    self.site = site; self.environment = environment; self.metadata = metadata
    var relyingParty = RelyingParty(id: site.rpID, name: site.rpName, origins: site.origins)
    relyingParty.algorithms = algorithms
    relyingParty.keys = CredentialKeyCache(capacity: Self.mostKeys)
    // Accept old TPMs as well. Since no attestation is required, a weak one is not rejected, but it vouches for
    // nothing.
    relyingParty.formats = relyingParty.formats.adding(TPMAttestation(acceptsSHA1: true))
    self.relyingParty = relyingParty
  }

  /// The purpose for which a challenge was issued. A response given for one purpose is worthless for any other.
  package enum Purpose: Codable, Hashable, Sendable { case run(String), endpoint }

  /// The half of a ceremony that is stored until the response arrives.
  struct Waiting: Codable, Equatable {
    var purpose: Purpose
    var half: Half
    enum Half: Codable, Equatable {
      case registration(username: String, account: AccountID, RegistrationState)
      case enrollment(AccountID, RegistrationState)
      case authentication(Ceremony, account: AccountID?, AuthenticationState)
      case proof(way: KeyID)
      case copy(AccountID)
      case drill(way: KeyID)
      case card(CardPurpose, account: AccountID?)
    }
  }

  /// The reason why a response was rejected, and the relying party's findings.
  package struct Refused: Error {
    package var rejection: Rejection
    package var finding: WebAuthnError?
    package init(_ rejection: Rejection, _ finding: WebAuthnError? = nil) {
      self.rejection = rejection; self.finding = finding
    }
  }

  /// The maximum number of a session's challenges that wait for responses. A browser has only a few; the oldest are
  /// dropped.
  static let mostWaiting = 64

  /// The number of public keys that are kept read, so that whoever signs in again is verified sooner: some 2 MB.
  static let mostKeys = 4096

  /// Stores the half that waits for the response to a challenge.
  ///
  /// - Parameter waiting: The number of the session's challenges that wait already; `nil` if it is not known.
  func issue(
    _ challenge: [UInt8], _ half: Waiting.Half, for purpose: Purpose, in session: SessionID, beside waiting: Int? = nil,
    _ records: any Records
  ) throws {
    let bytes = try Waiting(purpose: purpose, half: half).bytes(for: relyingParty)
    try records.insert(
      Challenge(bytes: challenge, session: session, ceremony: bytes, issuedAt: environment.now()))
    guard waiting.map({ $0 >= Self.mostWaiting }) ?? true else { return }
    try records.deleteChallenges(of: session, butNewest: Self.mostWaiting)
  }

  /// Takes the stored half that belongs to a response's challenge. The half is removed, whatever the outcome (E-14,
  /// E-15, E-18).
  func redeem(_ challenge: [UInt8]?, for purpose: Purpose, in session: SessionID, _ records: any Records) throws
    -> Result<Waiting.Half, Refused>
  {
    try judge(try challenge.flatMap(records.spend), for: purpose, in: session)
  }

  /// Returns the half that belongs to a challenge that was just spent, if this session may use it for this purpose.
  func judge(_ found: Challenge?, for purpose: Purpose, in session: SessionID) throws -> Result<Waiting.Half, Refused> {
    guard let found, !found.isExpired(at: environment.now()) else { return .failure(Refused(.expired)) }
    let waiting = try Waiting(bytes: found.ceremony, of: found.bytes, for: relyingParty)
    guard found.session == session, waiting.purpose == purpose else { return .failure(Refused(.invalid)) }
    return .success(waiting.half)
  }
}
