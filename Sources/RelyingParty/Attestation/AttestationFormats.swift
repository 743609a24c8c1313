import Encoding

/// The attestation formats (WebAuthn Level 3 §8) that a relying party can verify.
public struct AttestationFormats: Sendable {
  private var verifiers: [any AttestationStatementVerifier]

  /// Creates a list of formats. If two have the same identifier, the last one takes precedence.
  public init(_ verifiers: [any AttestationStatementVerifier]) { self.verifiers = verifiers.reversed() }

  /// All formats defined by WebAuthn Level 3 §8, and `apple-appattest`.
  public static let standard = Self([
    CompoundAttestation(), AppleAppAttestation(), AndroidSafetyNetAttestation(), AndroidKeyAttestation(),
    TPMAttestation(), AppleAttestation(),
    FIDOU2FAttestation(), PackedAttestation(), NoneAttestation(),
  ])

  /// Returns a list with further formats added, which replace existing formats with the same identifier.
  public func adding(_ others: any AttestationStatementVerifier...) -> Self { Self(verifiers.reversed() + others) }

  /// The verifier of a format; `nil` if the format is not in the list.
  public subscript(format: String) -> (any AttestationStatementVerifier)? {
    for verifier in verifiers where verifier.format == format { return verifier }
    return nil
  }

  /// The identifiers of all formats.
  public var identifiers: [String] { verifiers.map(\.format) }
}

/// The format `none` (WebAuthn Level 3 §8.7): an empty statement that attests nothing.
public struct NoneAttestation: AttestationStatementVerifier {
  /// Creates the verifier.
  public init() {}

  /// The identifier `none`.
  public var format: String { "none" }

  /// Verifies that the statement is an empty map.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard input.statement.map?.isEmpty == true else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "an empty statement")
    }
    return AttestationResult(type: .none)
  }
}

/// The format `compound` (WebAuthn Level 3 §8.9): several statements about one credential.
///
/// All of the statements must verify, or as many as ``minimumValid`` requires. Statements that do not verify are left
/// out of the result, so they vouch for nothing.
public struct CompoundAttestation: AttestationStatementVerifier {
  /// The maximum number of statements in a compound. No authenticator produces more.
  public static let maximumCount = 8
  /// The number of statements that must verify; `nil` for all of them.
  public var minimumValid: Int?

  /// Creates the verifier.
  public init(minimumValid: Int? = nil) { self.minimumValid = minimumValid }

  /// The identifier `compound`.
  public var format: String { "compound" }

  /// Verifies a statement according to §8.9. A compound inside a compound is rejected.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard let items = input.statement.array, (2...Self.maximumCount).contains(items.count) else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "2 to \(Self.maximumCount) statements")
    }
    var parts: [AttestationResult.Part] = []
    var firstError: WebAuthnError?
    for item in items {
      do { parts.append(try verify(item, input)) } catch {
        guard minimumValid != nil else { throw error }
        firstError = firstError ?? error
      }
    }
    guard let first = parts.first, parts.count >= max(minimumValid ?? items.count, 1) else {
      throw firstError ?? WebAuthnError(.registration(23), .malformedAttestation)
    }
    return AttestationResult(type: first.result.type, parts: parts)
  }

  private func verify(_ item: CBORValue, _ input: AttestationInput) throws(WebAuthnError) -> AttestationResult.Part {
    guard let format = item["fmt"]?.text, let statement = item["attStmt"] else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "fmt and attStmt in each statement")
    }
    guard format != self.format, let verifier = input.formats[format] else {
      throw WebAuthnError(
        .registration(23), .unsupportedFormat,
        expected: input.formats.identifiers.filter { $0 != self.format }.joined(separator: ", "),
        received: format)
    }
    var part = input
    part.statement = statement
    return AttestationResult.Part(format: format, result: try verifier.verify(part))
  }
}
