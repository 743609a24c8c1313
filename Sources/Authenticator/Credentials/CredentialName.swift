/// A name that a relying party gives itself or an account (WebAuthn L3 §5.4.1, §5.4.3).
public enum CredentialName {
  /// In bytes of UTF-8. Authenticators keep at least so many of a name, and may cut what is longer (WebAuthn L3 §6.4.1); ours does.
  public static let longest = 64

  /// As much of its beginning as is kept, in whole code points.
  public static func cut(_ name: String) -> String {
    guard name.utf8.count > longest else { return name }
    var short = String.UnicodeScalarView(), length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      guard length <= longest else { break }
      short.append(scalar)
    }
    return String(short)
  }
}
