import HTTPTypes

/// The protocol's own header fields. Their names are constants in our code and therefore valid.
extension HTTPField.Name {
  static let policySignature = Self("Anastasis-Policy-Signature")!
  static let policyVersion = Self("Anastasis-Version")!
  static let policyExpiration = Self("Anastasis-Policy-Expiration")!
  static let policyMetaData = Self("Anastasis-Policy-Meta-Data")!
  static let paymentIdentifier = Self("Anastasis-Payment-Identifier")!
  static let truthKey = Self("Anastasis-Truth-Decryption-Key")!
  static let rateLimit = Self("RateLimit")!
  static let taler = Self("Taler")!
  static let termsVersion = Self("Taler-Terms-Version")!
  static let allowOrigin = Self("Access-Control-Allow-Origin")!
  static let exposeHeaders = Self("Access-Control-Expose-Headers")!
  static let allowMethods = Self("Access-Control-Allow-Methods")!
  static let allowHeaders = Self("Access-Control-Allow-Headers")!
  static let maximumAge = Self("Access-Control-Max-Age")!
}
