/// Where a request comes from: this program stands in for a page, so that its origin is what the settings say.
enum PageOrigin {
  /// Returns `true` if a page of this origin may ask for the relying party's passkeys: its host is the RP id, or a
  /// subdomain of it (WebAuthn Level 3 §5.1.4 step 7).
  static func fits(_ origin: String, rpID: String) -> Bool {
    guard let start = origin.firstRange(of: "://") else { return false }
    let host = origin[start.upperBound...].prefix { $0 != ":" && $0 != "/" }
    return host == rpID || host.hasSuffix("." + rpID)
  }
}
