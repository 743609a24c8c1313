import AccountService
import Foundation
import RelyingParty

/// Judges responses that somebody brings, and makes options for making one. Nothing is kept: no challenge, no
/// credential, no response.
public struct ResponseChecker: Sendable {
  private let ceremonies: Ceremonies

  /// Judges as the site of these ceremonies does.
  public init(_ ceremonies: Ceremonies) { self.ceremonies = ceremonies }

  private var relyingParty: RelyingParty { ceremonies.relyingParty }
  private var environment: ServerEnvironment { ceremonies.environment }

  /// The RP ID of the site.
  public var rpID: String { relyingParty.id }

  /// The moment at which chains and metadata are judged.
  public var now: Date { environment.now() }

  /// The report on a captured row (docs/VERIFY.md).
  public func report(on row: [UInt8], taken: Set<CeremonyReport.Taken>) -> CeremonyReport {
    RelyingParty.report(captured: row, like: relyingParty, metadata: ceremonies.metadata.blob, taken: taken)
  }

  /// Options for a new credential of nobody, as JSON. Attestation is asked for, so that there is something to look at.
  public func creationOptions() -> [UInt8] {
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .discouraged)
    request.attestation = .direct
    request.extensions.credProps = true
    let user = PublicKeyCredentialUserEntity(id: environment.randomBytes(16), name: "lab", displayName: "Lab")
    return relyingParty.beginRegistration(user: user, challenge: environment.randomBytes(32), request: request).options
      .json()
  }

  /// Options for an answer of one credential, as JSON.
  public func requestOptions(for id: [UInt8]) -> [UInt8] {
    relyingParty.beginAuthentication(
      challenge: environment.randomBytes(32), allowing: [PublicKeyCredentialDescriptor(id: id)], user: nil
    ).options.json()
  }
}
