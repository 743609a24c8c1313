/// What a browser's credentials API is asked for.
public enum KeyCeremony: String, Codable, Hashable, Sendable, CaseIterable {
  /// A hardware key of the account, and the passkey of an account that does not exist yet.
  case create, register
  case tap, signIn, signInImmediately, autoFill, confirm
}

/// How a ceremony ended without a credential, as far as a browser lets a page know.
public enum KeyFault: String, Codable, Hashable, Sendable, CaseIterable {
  case misread  // it failed, and the person did not end it
  case alreadyEnrolled  // `InvalidStateError`: an excluded key was touched
  case dismissed  // `NotAllowedError`: the person said no, or the browser's time was over; a page cannot tell which
  case noneHere  // immediate mode found no passkey on this device (B-21)
  case unsupported  // this browser cannot do what was asked
  case wrongPlace  // `SecurityError`: the page's address does not fit the RP id
}
