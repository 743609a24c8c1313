import Encoding

/// A manufacturer's statement about a model (FIDO Metadata Statement v3 §4), limited to the members used here.
/// Unreadable members are left out.
public struct MetadataStatement: Sendable {
  /// `description`: the model's name in English.
  public var description: String
  /// `protocolFamily`: `fido2`, `u2f` or `uaf`.
  public var protocolFamily: String?
  /// `authenticatorVersion`: the earliest firmware version that the statement covers.
  public var authenticatorVersion: Int64?
  /// `attestationTypes`, for example `basic_full`.
  public var attestationTypes: [String]
  /// `attestationRootCertificates`, in DER.
  public var attestationRootCertificates: [[UInt8]]
  /// `userVerificationDetails`: alternatives, each a list of methods that are used together, for example
  /// `passcode_external`.
  public var userVerificationDetails: [[String]]
  /// `keyProtection`, for example `secure_element`.
  public var keyProtection: [String]
  /// `multiDeviceCredentialSupport`: whether the model's credentials can exist on several devices, as `unsupported`,
  /// `explicit` or `implicit`; `nil` if the statement does not say, as in statements that predate the member.
  public var multiDeviceCredentialSupport: String?
  /// `matcherProtection`: where fingerprints or PINs are compared, for example `on_chip`.
  public var matcherProtection: [String]
  /// `cryptoStrength`, in bits.
  public var cryptoStrength: Int64?
  /// `icon`, if it is a PNG.
  public var icon: MetadataIcon?
  /// `authenticatorGetInfo.versions`, for example `FIDO_2_0`.
  public var versions: [String]

  /// Reads a statement; `nil` if the node is not an object or has no description.
  init?(_ document: JSONDocument, _ node: JSONNode) {
    func strings(_ name: StaticString, of node: JSONNode) -> [String] {
      document.member(name, of: node).map(document.items)?.compactMap(document.string) ?? []
    }
    guard let description = document.member("description", of: node).flatMap(document.string) else { return nil }
    self.description = description
    protocolFamily = document.member("protocolFamily", of: node).flatMap(document.string)
    authenticatorVersion = document.member("authenticatorVersion", of: node).flatMap(document.integer)
    attestationTypes = strings("attestationTypes", of: node)
    attestationRootCertificates = strings("attestationRootCertificates", of: node).compactMap {
      PaddedBase64.decode($0.utf8)
    }
    let alternatives = document.member("userVerificationDetails", of: node).map(document.items) ?? []
    userVerificationDetails = alternatives.map { alternative in
      // Earlier statements name the method `userVerification`.
      document.items(of: alternative).compactMap {
        (document.member("userVerificationMethod", of: $0) ?? document.member("userVerification", of: $0)).flatMap(
          document.string)
      }
    }.filter { !$0.isEmpty }
    keyProtection = strings("keyProtection", of: node)
    multiDeviceCredentialSupport = document.member("multiDeviceCredentialSupport", of: node).flatMap(document.string)
    matcherProtection = strings("matcherProtection", of: node)
    cryptoStrength = document.member("cryptoStrength", of: node).flatMap(document.integer)
    icon = document.member("icon", of: node).flatMap {
      $0.isString ? MetadataIcon(dataURL: document.stringBytes($0)) : nil
    }
    versions = document.member("authenticatorGetInfo", of: node).map { strings("versions", of: $0) } ?? []
  }
}

extension MetadataStatement {
  /// `true` if the model's keys are kept in hardware and never leave their device.
  var keepsKeysOnDevice: Bool {
    !Self.hardware.isDisjoint(with: keyProtection) && !keyProtection.contains("software")
      && (multiDeviceCredentialSupport ?? "unsupported") == "unsupported"
  }

  /// The values in the FIDO Registry of Predefined Values §3.2 that denote hardware.
  private static let hardware: Set<String> = ["hardware", "secure_element", "tee"]
}

/// A picture of a model, always a PNG. An SVG could contain a script, and no other format is needed.
public struct MetadataIcon: Hashable, Sendable {
  /// The maximum size of a picture, in bytes; larger pictures are discarded.
  public static let maximumSize = 128 << 10
  private static let prefix = Array("data:image/png;base64,".utf8)
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The bytes of the PNG file.
  public let png: [UInt8]

  /// Decodes a `data:` URL (RFC 2397). Returns `nil` unless it holds a file that starts with the PNG signature (PNG,
  /// third edition, §5.2) and is not too large.
  public init?(dataURL: [UInt8]) {
    guard dataURL.starts(with: Self.prefix), dataURL.count <= Self.maximumSize / 3 * 4 + 64,
      let bytes = PaddedBase64.decode(dataURL.dropFirst(Self.prefix.count)), bytes.count <= Self.maximumSize,
      bytes.starts(with: Self.signature)
    else { return nil }
    png = bytes
  }
}
