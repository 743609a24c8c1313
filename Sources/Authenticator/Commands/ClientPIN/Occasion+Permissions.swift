extension Occasion {
  /// What whoever has a token with these permissions could do. A token for several kinds of things is told as the one that sounds least harmless.
  init(_ permissions: TokenPermissions, rpID: String) {
    let isForSigning = permissions.isSubset(of: [.makeCredential, .getAssertion, .largeBlobWrite])
    if permissions == .credentialManagement {
      self.init(.manage, rpID: rpID)
    } else if isForSigning, permissions.contains(.makeCredential) {
      self.init(.register, rpID: rpID)
    } else if isForSigning, permissions.contains(.getAssertion) {
      self.init(.signIn, rpID: rpID)
    } else {
      self.init(.change)
    }
  }
}
