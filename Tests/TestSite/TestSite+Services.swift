import Model
import OpenID
import Runner

extension TestSite {
  /// Declares a service, as whoever runs the site would.
  /// - Parameter secret: What the service shows; `nil` if it cannot keep one.
  public func declare(_ client: Client, secret: GivenSecret? = nil) async throws {
    let service = try DeclaredService(client, secret: secret, at: clock.now)
    try await store.write { try $0.insert(service) }
  }
}

extension Parameters {
  /// Parameters in this order. One without a value is left out.
  public init(_ pairs: [(name: String, value: String?)]) {
    self.init()
    for (name, value) in pairs { append(name, value) }
  }
}
