/// What credentials are for. It yields both halves of a ceremony, so that what begin asked and what finish demands agree.
///
/// ```swift
/// var request = CredentialUse.passkey.registrationRequest
/// request.extensions.prf = PRFInputs()
/// let (options, state) = party.beginRegistration(user: user, challenge: challenge, request: request)
/// // … the state is kept, the browser answers …
/// let verdict = try party.finishRegistration(state, response: body, policy: CredentialUse.passkey.registrationPolicy(), at: now)
/// ```
///
/// The state remembers the use. Finishing it with the policy of another use, or with one of no use, is refused with
/// ``WebAuthnErrorCode/useMismatch``, and so is finishing with a use's policy what was begun for none. A request may be changed, and a
/// policy made stricter; what a use demands at finish holds whatever the request said.
public enum CredentialUse: String, Hashable, Sendable, Codable, CaseIterable {
  /// Signs in alone: discoverable, and the user is verified.
  case passkey
  /// Is asked for after something else, for example a password, said who the person is. It tests presence only.
  case secondFactor = "second-factor"
  /// A passkey whose attestation leads to a trust anchor, and that says it never leaves its authenticator. Which models, and whether the
  /// attestation has to cover the AAGUID, is said in ``AAGUIDPolicy``.
  case attestedKey = "attested-key"
  /// Confirms payments (Secure Payment Confirmation).
  case payment
}
