import Foundation

/// The content of a BLOB as JSON text, valid or invalid.
public struct MetadataPayload {
  public var number: String? = "7"
  public var nextUpdate: String? = "\"2099-01-31\""
  public var entries: [String] = []
  /// Additional members, each preceded by a comma.
  public var more = ""

  public init(_ entries: [String] = []) { self.entries = entries }

  public var json: String {
    let members = [
      #""legalHeader":"Terms""#, number.map { #""no":\#($0)"# }, nextUpdate.map { #""nextUpdate":\#($0)"# },
      #""entries":[\#(entries.joined(separator: ","))]"#,
    ]
    return "{\(members.compactMap { $0 }.joined(separator: ","))\(more)}"
  }

  /// An entry for one model.
  /// - Parameters:
  ///   - identity: The member that names the model.
  ///   - reports: Pairs of a status and a day; an empty day is omitted.
  public static func entry(
    _ identity: String, name: String = "Model One", reports: [(String, String)] = [("FIDO_CERTIFIED_L1", "2020-01-01")],
    roots: [[UInt8]] = [],
    icon: String? = nil, keyProtection: [String] = ["hardware", "secure_element"], multiDevice: String? = nil
  ) -> String {
    let statuses = reports.map { #"{"status":"\#($0)"\#($1.isEmpty ? "" : #","effectiveDate":"\#($1)""#)}"# }.joined(
      separator: ",")
    let certificates = roots.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
    let protection = keyProtection.map { "\"\($0)\"" }.joined(separator: ",")
    let devices = multiDevice.map { #","multiDeviceCredentialSupport":"\#($0)""# } ?? ""
    let picture = icon.map { #","icon":"\#($0)""# } ?? ""
    return #"""
      {\#(identity),"statusReports":[\#(statuses)],"timeOfLastStatusChange":"2020-01-01",\#
      "metadataStatement":{"description":"\#(name)",\#
      "protocolFamily":"fido2","authenticatorVersion":2,"attestationTypes":["basic_full"],\#
      "keyProtection":[\#(protection)]\#(devices),\#
      "matcherProtection":["on_chip"],"cryptoStrength":128,\#
      "userVerificationDetails":[[{"userVerificationMethod":"passcode_external"},\#
      {"userVerificationMethod":"presence_internal"}]],"authenticatorGetInfo":{"versions":["FIDO_2_0"]},\#
      "attestationRootCertificates":[\#(certificates)]\#(picture)}}
      """#
  }

  /// A member that names a model by its AAGUID.
  public static func aaguid(_ bytes: [UInt8]) -> String {
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in String(Array(hex)[range]) }
    return #""aaguid":"\#(parts.joined(separator: "-"))""#
  }

  /// The signature of a PNG, followed by arbitrary bytes.
  public static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array(1...40)

  /// A `data:` URL with these bytes.
  public static func dataURL(_ bytes: [UInt8], type: String = "image/png") -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }
}
