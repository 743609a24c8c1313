import Encoding
import RelyingParty

extension ConformanceBody {
  /// Reads `authenticatorSelection` of a `ServerPublicKeyCredentialCreationOptionsRequest`. If the newer member is
  /// absent, Level 1's `requireResidentKey` is used.
  func selection() throws(ConformanceRefusal) -> AuthenticatorSelectionCriteria {
    guard let node = try object("authenticatorSelection") else { return AuthenticatorSelectionCriteria() }
    let isRequired = try boolean("requireResidentKey", of: node)
    let residentKey: ResidentKeyRequirement? = try choice("residentKey", of: node)
    return AuthenticatorSelectionCriteria(
      authenticatorAttachment: try choice("authenticatorAttachment", of: node),
      residentKey: residentKey ?? (isRequired == true ? .required : nil),
      userVerification: try choice("userVerification", of: node) ?? .preferred)
  }

  /// A `ServerPublicKeyCredential` converted to `RegistrationResponseJSON` or `AuthenticationResponseJSON`. The tool
  /// names `clientExtensionResults` after the function that a page calls for them. All other bytes remain unchanged.
  var response: [UInt8] {
    guard document.member("clientExtensionResults", of: root) == nil,
      let name = document.members(of: root).first(where: { document.equals($0.name, "getClientExtensionResults") })?
        .name
    else { return document.bytes }
    var bytes = document.bytes
    bytes.replaceSubrange(name.range, with: "clientExtensionResults".utf8)
    return bytes
  }

  /// Verifies the token binding, which was part of Level 1 (§5.8.1) and which no client supports now. If the client
  /// data contains it, the tool requires it to be well-formed.
  static func verifyTokenBinding(in clientData: CollectedClientData) throws(ConformanceRefusal) {
    guard let document = try? JSONDocument(clientData.bytes, skippingByteOrderMark: true),
      let binding = document.member("tokenBinding", of: document.root)
    else { return }
    guard let status = document.member("status", of: binding).flatMap(document.string),
      ["present", "supported", "not-supported"].contains(status)
    else { throw ConformanceRefusal("tokenBinding of the client data is no object with a status that there is.") }
  }
}
