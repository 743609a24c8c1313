import Authenticator

/// Why a provider gives nothing: OpenSSH's number, and a sentence for the person, as OpenSSH's own are short.
struct ProviderError: Error, Hashable {
  enum Code: Int32, Sendable {
    case general = -1
    case unsupported = -2
    case pinRequired = -3
    case deviceNotFound = -4
    case credentialExists = -5
  }
  let code: Code
  /// Empty where OpenSSH says as much.
  let sentence: String

  init(_ code: Code, _ sentence: String = "") { self.code = code; self.sentence = sentence }

  init(cause: any Error) {
    switch cause {
    case let error as ProviderError: self = error
    case let status as CTAPStatus: self = Self.refusals[status] ?? Self(.general, "the authenticator refused: \(status)")
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
