import Encoding

/// The origin that an app has in the client data, in place of a page's. It is compared as a whole, like every origin, and belongs into
/// ``RelyingParty/origins``.
public struct FacetOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The text as the client data has it.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// An Android app, by the SHA-256 fingerprint of the certificate that it is signed with: 32 bytes; `nil` for another count.
  public static func android(certificateFingerprint: [UInt8]) -> Self? {
    certificateFingerprint.count == 32 ? Self("android:apk-key-hash:\(Base64URL.encode(certificateFingerprint))") : nil
  }

  /// The same from the text that Android's tools print and Digital Asset Links hold, `AB:CD:…` with or without colons.
  public static func android(certificateFingerprint: String) -> Self? {
    Hex.decode(certificateFingerprint.filter { $0 != ":" }).flatMap { android(certificateFingerprint: $0) }
  }
}
