import HTTPConnections
import HTTPTypes
import Hummingbird

/// The response from an address that exists but does not accept the request's method.
struct OtherMethods {
  let provider: Provider

  func add(to router: Router<PeerContext>) {
    let addresses: [(path: RouterPath, methods: [HTTPRequest.Method])] = [
      ("", [.get]), ("config", [.get]), ("terms", [.get]), ("privacy", [.get]), ("seed", [.get]), ("agpl", [.get]),
      ("policy/:account", [.get, .post]), ("policy/:account/meta", [.get]),
      ("truth/:name", provider.settings.speaksOldProtocol ? [.get, .post] : [.post]),
      ("truth/:name/challenge", [.post]),
      ("truth/:name/solve", [.post]),
    ]
    for (path, methods) in addresses {
      // Every address that accepts GET also accepts HEAD.
      let allowed = (methods.contains(.get) ? [.head] + methods : methods) + [.options]
      for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] where !allowed.contains(method) {
        router.on(path, method: method) { _, _ in
          var response = try Response.json(RefusalBody(ProviderRefusal(.methodInvalid)), status: .methodNotAllowed)
          response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
          return response
        }
      }
    }
  }
}
