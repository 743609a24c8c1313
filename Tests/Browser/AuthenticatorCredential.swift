import Foundation

/// A virtual authenticator's credential, with its private key, so that it can be moved to a different authenticator.
public struct AuthenticatorCredential: Sendable, Hashable {
  /// The id as the page spells it: base64url without padding.
  public var id: String
  public var rpID: String
  /// Absent for a credential that is not discoverable.
  public var userHandle: Data?
  public var userName: String?
  public var userDisplayName: String?
  /// The private key in PKCS #8.
  public var privateKey: Data
  public var isDiscoverable: Bool
  public var signCount: Int
  public var isBackupEligible: Bool
  public var isBackedUp: Bool
  public var largeBlob: Data?

  public init(
    id: String, rpID: String, userHandle: Data?, privateKey: Data, isDiscoverable: Bool = true, signCount: Int = 0,
    isBackupEligible: Bool = false, isBackedUp: Bool = false
  ) {
    self.id = id
    self.rpID = rpID
    self.userHandle = userHandle
    self.privateKey = privateKey
    self.isDiscoverable = isDiscoverable
    self.signCount = signCount
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }

  init(_ json: JSON) {
    id = Base64.url(fromStandard: json["credentialId"].string ?? "")
    rpID = json["rpId"].string ?? ""
    userHandle = json["userHandle"].string.flatMap { Data(base64Encoded: $0) }
    userName = json["userName"].string
    userDisplayName = json["userDisplayName"].string
    privateKey = json["privateKey"].string.flatMap { Data(base64Encoded: $0) } ?? Data()
    isDiscoverable = json["isResidentCredential"].bool ?? false
    signCount = json["signCount"].int ?? 0
    isBackupEligible = json["backupEligibility"].bool ?? false
    isBackedUp = json["backupState"].bool ?? false
    largeBlob = json["largeBlob"].string.flatMap { Data(base64Encoded: $0) }
  }

  var parameters: JSON {
    var members: [String: JSON] = [
      "credentialId": .string(Base64.standard(fromURL: id)), "rpId": .string(rpID),
      "privateKey": .string(privateKey.base64EncodedString()),
      "isResidentCredential": .bool(isDiscoverable), "signCount": .number(Double(signCount)),
      "backupEligibility": .bool(isBackupEligible), "backupState": .bool(isBackedUp),
    ]
    members["userHandle"] = userHandle.map { .string($0.base64EncodedString()) }
    members["userName"] = userName.map { .string($0) }
    members["userDisplayName"] = userDisplayName.map { .string($0) }
    members["largeBlob"] = largeBlob.map { .string($0.base64EncodedString()) }
    return .object(members)
  }
}
