import AccountService
import Foundation
import RelyingParty

/// Judges supplied responses, and makes the options for creating one. Nothing is kept: no challenge, no credential, no
/// response.
public struct ResponseChecker: Sendable {
  private let ceremonies: Ceremonies

  /// Judges in the same way as the site of these ceremonies.
  public init(_ ceremonies: Ceremonies) { self.ceremonies = ceremonies }

  private var relyingParty: RelyingParty { ceremonies.relyingParty }
  private var environment: ServerEnvironment { ceremonies.environment }

  /// The RP ID of the site.
  public var rpID: String { relyingParty.id }

  /// The time as of which chains and metadata are judged.
  public var now: Date { environment.now() }

  /// The report on a captured row (docs/VERIFY.md).
  public func report(on row: [UInt8], taken: Set<CeremonyReport.Taken>) -> CeremonyReport {
    RelyingParty.report(captured: row, like: relyingParty, metadata: ceremonies.metadata.blob, taken: taken)
  }

  /// Options for a new credential without an account, as JSON. Attestation is requested, so that there is something to
  /// inspect.
  public func creationOptions() -> [UInt8] {
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .discouraged)
    request.attestation = .direct
    request.extensions.credProps = true
    let user = PublicKeyCredentialUserEntity(id: environment.randomBytes(16), name: "lab", displayName: "Lab")
    return relyingParty.beginRegistration(user: user, challenge: environment.randomBytes(32), request: request).options
      .json()
  }

  /// Options for an assertion by one credential, as JSON.
  public func requestOptions(for id: [UInt8]) -> [UInt8] {
    relyingParty.beginAuthentication(
      challenge: environment.randomBytes(32), allowing: [PublicKeyCredentialDescriptor(id: id)], user: nil
    ).options.json()
  }
}
