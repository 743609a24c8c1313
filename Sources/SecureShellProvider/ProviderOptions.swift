import Authenticator
import CSecureShell
import Foundation

/// The options that the person specified with `-O`, and the address of the authenticator.
struct ProviderOptions: Sendable {
  /// The socket of `latchstring keys serve`.
  var socket: String
  /// The name of a resident key.
  var user: String?

  /// Reads the options.
  ///
  /// - Throws: `unsupported` for an unknown mandatory option.
  init(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<shell_option>?>?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  )
    throws(ProviderError)
  {
    var device: String?
    var next = list
    while let option = next?.pointee?.pointee {
      next = next?.advanced(by: 1)
      guard let name = option.name.map({ String(cString: $0) }), let value = option.value.map({ String(cString: $0) })
      else { continue }
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

/// The reason why a call failed: OpenSSH's error number, and a sentence for the person, because OpenSSH's own messages
/// are terse.
struct ProviderError: Error, Hashable {
  enum Code: Int32, Sendable {
    case general = -1
    case unsupported = -2
    case pinRequired = -3
    case deviceNotFound = -4
    case credentialExists = -5
  }
  let code: Code
  /// The sentence for the person; empty if OpenSSH's own message suffices.
  let sentence: String

  init(_ code: Code, _ sentence: String = "") { self.code = code; self.sentence = sentence }

  init(cause: any Error) {
    switch cause {
    case let error as ProviderError: self = error
    case let status as CTAPStatus:
      self = Self.refusals[status] ?? Self(.general, "the authenticator refused: \(status)")
    default: self.init(.general, "the authenticator's answer cannot be read")
    }
  }

  private static let refusals: [CTAPStatus: Self] = [
    .pinInvalid: Self(.pinRequired, "that is not the PIN"),
    .puatRequired: Self(.pinRequired),
    .pinNotSet: Self(.general, "set a PIN first: latchstring keys pin"),
    .pinAuthBlocked: Self(.general, "three wrong PINs in a row: start latchstring keys serve anew to try again"),
    .pinBlocked: Self(.general, "the PIN is blocked: only a reset helps, which erases all passkeys"),
    .userVerificationInvalid: Self(.general, "the PIN was not given, or it was wrong"),
    .userVerificationBlocked: Self(.general, "too many wrong PINs"),
    .operationDenied: Self(.general, "it was refused at the computer"),
    .userActionTimeout: Self(.general, "nobody answered at the computer"),
    .other: Self(.general, "what holds the keys did not do it: latchstring keys doctor may say why"),
    .noCredentials: Self(.deviceNotFound, "this authenticator does not have that key"),
    .credentialExcluded: Self(.credentialExists),
    .keyStoreFull: Self(.general, "there is no room for another resident key"),
    .unsupportedAlgorithm: Self(.unsupported, "only ecdsa-sk keys can be made"),
  ]
}
