import Encoding

/// The client data (WebAuthn Level 3 §5.8.1): the browser's description of the ceremony, parsed in place.
public struct CollectedClientData: Sendable {
  let document: JSONDocument
  private let typeNode: JSONNode
  let challengeNode: JSONNode
  let originNode: JSONNode
  let topOriginNode: JSONNode?

  /// The bytes that the browser hashed.
  public var bytes: [UInt8] { document.bytes }
  /// `webauthn.create` or `webauthn.get`.
  public var type: String { document.string(typeNode) ?? "" }
  /// The challenge; `nil` if the text is not base64url.
  public var challenge: [UInt8]? { document.base64URL(challengeNode) }
  /// The origin of the page.
  public var origin: String { document.string(originNode) ?? "" }
  /// `true` if the page was in a frame of another origin. An absent member is treated as `false`.
  public let crossOrigin: Bool
  /// The origin of the page that contains that frame.
  public var topOrigin: String? { topOriginNode.flatMap(document.string) }

  /// Reads the bytes of `clientDataJSON`. Unknown members are ignored.
  public init(_ bytes: [UInt8]) throws(CollectedClientDataError) {
    do { document = try JSONDocument(bytes, skippingByteOrderMark: true) } catch {
      throw error.fault == .notUnicode ? .notUTF8 : .malformed
    }
    let root = document.root
    guard let type = document.member("type", of: root), type.isString,
      let challenge = document.member("challenge", of: root), challenge.isString,
      let origin = document.member("origin", of: root), origin.isString
    else { throw .malformed }
    (typeNode, challengeNode, originNode) = (type, challenge, origin)
    if let node = document.member("crossOrigin", of: root) {
      guard let value = document.boolean(node) else { throw .malformed }
      crossOrigin = value
    } else {
      crossOrigin = false
    }
    topOriginNode = document.member("topOrigin", of: root)
    guard topOriginNode?.isString ?? true else { throw .malformed }
  }

  func isType(_ type: String) -> Bool { document.equals(typeNode, type) }
}

/// The reason why bytes are not client data (WebAuthn Level 3 §5.8.1), according to the step that fails to read them.
public enum CollectedClientDataError: Error, Hashable, Sendable {
  /// The bytes are not UTF-8, or an escape is half of a surrogate pair. Both are rejected, although "UTF-8 decode"
  /// (§7.1 step 5, §7.2 step 8) would replace the former.
  case notUTF8
  /// The data is not a JSON object with the members `type`, `challenge` and `origin`.
  case malformed
}

extension RelyingParty {
  /// Verifies the client data, in the same way for both ceremonies: §7.1 steps 7 to 11, §7.2 steps 10 to 14.
  func verify(
    _ clientData: CollectedClientData, type: String, challenge: [UInt8], firstStep: CeremonyStep
  ) throws(WebAuthnError) {
    let document = clientData.document
    func step(_ offset: Int) -> CeremonyStep { CeremonyStep(firstStep.ceremony, firstStep.number + offset) }

    // §7.1 step 7, §7.2 step 10
    guard clientData.isType(type) else {
      throw WebAuthnError(step(0), .typeMismatch, expected: type, received: clientData.type)
    }

    // §7.1 step 8, §7.2 step 11
    guard clientData.challenge == challenge else { throw WebAuthnError(step(1), .challengeMismatch) }

    // §7.1 step 9, §7.2 step 12
    guard origins.contains(where: { document.equals(clientData.originNode, $0) }) else {
      throw WebAuthnError(
        step(2), .originMismatch, expected: origins.joined(separator: " or "), received: clientData.origin)
    }

    // §7.1 step 10, §7.2 step 13
    if clientData.crossOrigin, !allowsCrossOrigin {
      throw WebAuthnError(step(3), .crossOrigin, expected: "false", received: "true")
    }

    // §7.1 step 11, §7.2 step 14
    if let topOrigin = clientData.topOriginNode {
      guard allowsCrossOrigin else {
        throw WebAuthnError(step(4), .crossOrigin, expected: "no topOrigin", received: clientData.topOrigin)
      }
      guard topOrigins.contains(where: { document.equals(topOrigin, $0) }) else {
        throw WebAuthnError(
          step(4), .topOriginMismatch, expected: topOrigins.joined(separator: " or "), received: clientData.topOrigin)
      }
    }
  }
}
