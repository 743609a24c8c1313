import RelyingParty

/// The reason why a conformance endpoint returns `failed`: a sentence for the developer, never empty.
struct ConformanceRefusal: Error, Sendable {
  let message: String
  init(_ message: String) { self.message = message }
  init(_ error: WebAuthnError) { message = error.description }
}
