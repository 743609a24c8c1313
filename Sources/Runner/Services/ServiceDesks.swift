import Foundation
import Model
import OpenID
import Synchronization

/// The service desk of a site, which needs the keys that whoever runs the site made with the first service.
public struct ServiceDesks: Sendable {
  let runner: Runner
  let issuer: String
  private let read: @Sendable () throws -> SigningKeys?
  private let salt = Salt()

  /// The site's secret for people's names, which never changes.
  private final class Salt: Sendable { let known = Mutex<[UInt8]?>(nil) }

  /// - Parameters:
  ///   - issuer: The site's origin.
  ///   - keys: Reads the keys; returns `nil` if there are none. It is called for every request, so it remembers them.
  public init(runner: Runner, issuer: String, keys: @escaping @Sendable () throws -> SigningKeys?) {
    self.runner = runner; self.issuer = issuer; read = keys
  }

  /// Returns the desk; `nil` on a site that has no keys, and so no services.
  public func open() async throws -> ServiceDesk? {
    guard let keys = try read() else { return nil }
    var known = salt.known.withLock { $0 }
    if known == nil {
      known = try await ServiceDesk.salt(in: runner.store, environment: runner.environment)
      salt.known.withLock { [known] in $0 = known }
    }
    return ServiceDesk(runner: runner, signer: TokenSigner(issuer: issuer, keys: keys), salt: known ?? [])
  }
}
