import Crypto
import Encoding

/// The format `android-safetynet` (WebAuthn Level 3 §8.5): Google's assessment of the device, issued for this key.
///
/// Google's service ended in 2025; stored statements can still be verified.
public struct AndroidSafetyNetAttestation: AttestationStatementVerifier {
  /// The host name under which Google's service signs.
  private static let host = "attest.android.com"

  /// `true` if the device must pass the compatibility tests (`ctsProfileMatch`), as the specification requires.
  public var requiresCTSProfileMatch: Bool
  /// The maximum age of the response at the time of verification, in seconds. A response dated in the future is
  /// rejected, apart from up to a minute to allow for clock differences.
  public var maximumAge: Int64

  /// Creates the verifier.
  public init(requiresCTSProfileMatch: Bool = true, maximumAge: Int64 = 600) {
    (self.requiresCTSProfileMatch, self.maximumAge) = (requiresCTSProfileMatch, maximumAge)
  }

  /// The identifier `android-safetynet`.
  public var format: String { "android-safetynet" }

  /// Verifies a statement according to §8.5, including the referenced steps of Google's documentation: host, signature,
  /// integrity, time.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let step = CeremonyStep.registration(23)
    guard input.statement["ver"]?.text?.isEmpty == false, let response = input.statement["response"]?.byteString else {
      throw WebAuthnError(step, .malformedAttestation, expected: "ver and response")
    }
    let signed: JSONWebSignature
    do { signed = try JSONWebSignature(Array(response)) } catch { throw WebAuthnError(step, error) }
    guard let document = try? JSONDocument(signed.payload), document.root.kind == .object else {
      throw WebAuthnError(step, .malformedAttestation, expected: "a JSON object as payload of the response")
    }
    let nonce = document.member("nonce", of: document.root).flatMap(document.string).flatMap {
      PaddedBase64.decode($0.utf8)
    }
    guard let nonce, nonce.elementsEqual(SHA256.hash(data: input.signedBytes)) else {
      throw WebAuthnError(
        step, .attestationChallengeMismatch, expected: "the hash of authenticator data and client data as nonce")
    }
    guard signed.certificates.first?.names.contains(Self.host) == true else {
      throw WebAuthnError(
        step, .safetyNetHostname, expected: Self.host, received: signed.certificates.first?.names.joined(separator: " ")
      )
    }
    do { try signed.verifySignature(input.algorithms) } catch { throw WebAuthnError(step, error) }
    guard
      !requiresCTSProfileMatch
        || document.member("ctsProfileMatch", of: document.root).flatMap(document.boolean) == true
    else {
      throw WebAuthnError(step, .safetyNetCTS, expected: "ctsProfileMatch true")
    }
    guard let milliseconds = document.member("timestampMs", of: document.root).flatMap(document.integer),
      case let (age, isTooLarge) = input.time.seconds.subtractingReportingOverflow(milliseconds / 1000), !isTooLarge,
      age >= -60, age <= maximumAge
    else { throw WebAuthnError(step, .safetyNetTime, expected: "at most \(maximumAge) seconds ago") }
    return AttestationResult(type: .basic, trustPath: signed.certificates)
  }
}

extension WebAuthnError {
  fileprivate init(_ step: CeremonyStep, _ fault: JSONWebSignature.Fault) {
    switch fault {
    case .malformed:
      self.init(step, .malformedAttestation, expected: "a JSON Web Signature with a chain of certificates as response")
    case .unsupportedAlgorithm:
      self.init(step, .unsupportedPublicKey, expected: "a JSON Web Signature with an algorithm that can be verified")
    case .badSignature: self.init(step, .badAttestationSignature)
    }
  }
}
