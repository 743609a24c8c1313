import AccountService
import Foundation
import RelyingParty

/// Verifies supplied responses, and creates the options for requesting one. It stores no challenge, no credential and
/// no response.
public struct ResponseChecker: Sendable {
  private let ceremonies: Ceremonies

  /// Creates a checker that applies the same rules as the site of these ceremonies.
  public init(_ ceremonies: Ceremonies) { self.ceremonies = ceremonies }

  private var relyingParty: RelyingParty { ceremonies.relyingParty }
  private var environment: ServerEnvironment { ceremonies.environment }

  /// The RP ID of the site.
  public var rpID: String { relyingParty.id }

  /// The time for which chains and metadata are verified.
  public var now: Date { environment.now() }

  /// Returns the report on a captured row (docs/VERIFY.md).
  public func report(on row: [UInt8], taken: Set<CeremonyReport.Taken>) -> CeremonyReport {
    RelyingParty.report(captured: row, like: relyingParty, metadata: ceremonies.metadata.blob, taken: taken)
  }

  /// Returns options for a new credential without an account, as JSON. Attestation is requested, so that there is
  /// something to inspect.
  public func creationOptions() -> [UInt8] {
    var request = RegistrationRequest()
    request.authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .discouraged)
    request.attestation = .direct
    request.extensions.credProps = true
    let user = PublicKeyCredentialUserEntity(id: environment.randomBytes(16), name: "lab", displayName: "Lab")
    return relyingParty.beginRegistration(user: user, challenge: environment.randomBytes(32), request: request).options
      .json()
  }

  /// Returns options for an assertion by one credential, as JSON.
  public func requestOptions(for id: [UInt8]) -> [UInt8] {
    relyingParty.beginAuthentication(
      challenge: environment.randomBytes(32), allowing: [PublicKeyCredentialDescriptor(id: id)], user: nil
    ).options.json()
  }
}
