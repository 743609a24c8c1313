import Foundation
import Model
import OpenID

/// The service desk of a site, which needs the keys that whoever runs the site made with the first service.
public struct ServiceDesks: Sendable {
  let runner: Runner
  let issuer: String
  private let read: @Sendable () throws -> SigningKeys?

  /// - Parameters:
  ///   - issuer: The site's origin.
  ///   - keys: Reads the keys; returns `nil` if there are none. It is called for every request, so it remembers them.
  public init(runner: Runner, issuer: String, keys: @escaping @Sendable () throws -> SigningKeys?) {
    self.runner = runner; self.issuer = issuer; read = keys
  }

  /// Returns the desk; `nil` on a site that has no keys, and so no services.
  public func open() async throws -> ServiceDesk? {
    guard let keys = try read() else { return nil }
    let salt = try await ServiceDesk.salt(in: runner.store, environment: runner.environment)
    return ServiceDesk(runner: runner, signer: TokenSigner(issuer: issuer, keys: keys), salt: salt)
  }
}
