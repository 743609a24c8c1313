/// The certificates in which chains may end (WebAuthn Level 3 §7.1 step 24), by the format of the statement, by the model of the authenticator,
/// or for all.
public struct TrustAnchors: Sendable {
  /// For every authenticator.
  public var common: [TrustAnchor]
  /// For the models with these AAGUIDs, in addition.
  public var byAAGUID: [AAGUID: [TrustAnchor]]
  /// For statements of these formats, in addition.
  public var byFormat: [String: [TrustAnchor]]

  /// Anchors.
  public init(_ common: [TrustAnchor] = [], byAAGUID: [AAGUID: [TrustAnchor]] = [:], byFormat: [String: [TrustAnchor]] = [:]) {
    (self.common, self.byAAGUID, self.byFormat) = (common, byAAGUID, byFormat)
  }

  /// Those for one statement.
  public func anchors(format: String, aaguid: AAGUID) -> [TrustAnchor] {
    byAAGUID[aaguid, default: []] + byFormat[format, default: []] + common
  }
}
