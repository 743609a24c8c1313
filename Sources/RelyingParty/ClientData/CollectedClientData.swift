import Encoding

/// What the browser says about the ceremony (WebAuthn Level 3 §5.8.1), read in place.
public struct CollectedClientData: Sendable {
  let document: JSONDocument
  private let typeNode: JSONNode
  let challengeNode: JSONNode
  let originNode: JSONNode
  let topOriginNode: JSONNode?

  /// The bytes as the browser hashed them.
  public var bytes: [UInt8] { document.bytes }
  /// `webauthn.create` or `webauthn.get`.
  public var type: String { document.string(typeNode) ?? "" }
  /// The challenge; `nil` where the text is not base64url.
  public var challenge: [UInt8]? { document.base64URL(challengeNode) }
  /// The origin of the page.
  public var origin: String { document.string(originNode) ?? "" }
  /// Whether the page stood in a frame of another origin; absent counts as not.
  public let crossOrigin: Bool
  /// The origin of the page around that frame.
  public var topOrigin: String? { topOriginNode.flatMap(document.string) }

  /// Reads the bytes of `clientDataJSON`. Unknown members are passed over.
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
