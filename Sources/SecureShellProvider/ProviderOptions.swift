import CSecureShell
import Foundation

/// What the person gave with `-O`, and where the authenticator is.
struct ProviderOptions: Sendable {
  /// The socket of `latchstring keys serve`.
  var socket: String
  /// How a resident key is called.
  var user: String?

  /// - Throws: `unsupported` where an option is one that this cannot do.
  init(_ list: UnsafeMutablePointer<UnsafeMutablePointer<shell_option>?>?, environment: [String: String] = ProcessInfo.processInfo.environment)
    throws(ProviderError)
  {
    var device: String?
    var next = list
    while let option = next?.pointee?.pointee {
      next = next?.advanced(by: 1)
      guard let name = option.name.map({ String(cString: $0) }), let value = option.value.map({ String(cString: $0) }) else { continue }
      switch name {
      case "device": device = value
      case "user": user = value
      case _ where option.required != 0: throw ProviderError(.unsupported, "the option \(name) is not known here")
      default: break
      }
    }
    guard let socket = device ?? Self.path(environment) else {
      throw ProviderError(.deviceNotFound, "name the socket of latchstring keys serve in LATCHSTRING_KEYS_SOCKET")
    }
    self.socket = socket
  }

  private static func path(_ environment: [String: String]) -> String? {
    if let named = environment["LATCHSTRING_KEYS_SOCKET"], !named.isEmpty { return named }
    return environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/latchstring/keys.sock" }
  }
}
