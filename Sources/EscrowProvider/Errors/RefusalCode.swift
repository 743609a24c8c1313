import HTTPTypes

/// The reason for a refusal, by its number in GNU Taler's registry. Each case is documented with the registry's name.
public enum RefusalCode: Int, Sendable, CaseIterable {
  /// GENERIC_METHOD_INVALID
  case methodInvalid = 20
  /// GENERIC_ENDPOINT_UNKNOWN
  case endpointUnknown = 21
  /// GENERIC_JSON_INVALID
  case jsonInvalid = 22
  /// GENERIC_PARAMETER_MISSING
  case parameterMissing = 25
  /// GENERIC_PARAMETER_MALFORMED
  case parameterMalformed = 26
  /// GENERIC_DB_STORE_FAILED
  case storeFailed = 52
  /// GENERIC_INTERNAL_INVARIANT_FAILURE
  case internalFailure = 60
  /// SYNC_OUT_OF_MEMORY_ON_CONTENT_LENGTH, which providers return for uploads that are too large
  case tooLarge = 6105

  /// ANASTASIS_GENERIC_BACKEND_TIMEOUT
  case merchantTimeout = 8000
  /// ANASTASIS_GENERIC_BACKEND_ERROR
  case merchantUnexpected = 8002
  /// ANASTASIS_GENERIC_MISSING_CONTENT_LENGTH
  case contentLengthMissing = 8003
  /// ANASTASIS_GENERIC_MALFORMED_CONTENT_LENGTH
  case contentLengthMalformed = 8004
  /// ANASTASIS_GENERIC_ORDER_CREATE_BACKEND_ERROR
  case orderNotMade = 8005
  /// ANASTASIS_GENERIC_PAYMENT_CHECK_UNAUTHORIZED
  case merchantUnauthorized = 8006
  /// ANASTASIS_GENERIC_PAYMENT_CHECK_START_FAILED
  case merchantUnreachable = 8007

  /// ANASTASIS_TRUTH_UNKNOWN
  case truthUnknown = 8108
  /// ANASTASIS_TRUTH_AUTHORIZATION_METHOD_NO_LONGER_SUPPORTED
  case methodNoLongerSupported = 8109
  /// ANASTASIS_TRUTH_CHALLENGE_RESPONSE_REQUIRED
  case responseRequired = 8110
  /// ANASTASIS_TRUTH_CHALLENGE_FAILED
  case challengeFailed = 8111
  /// ANASTASIS_TRUTH_CHALLENGE_UNKNOWN
  case challengeUnknown = 8112
  /// ANASTASIS_TRUTH_CHALLENGE_ACTIVE, only in the older form of the protocol
  case challengeActive = 8113
  /// ANASTASIS_TRUTH_AUTHORIZATION_START_FAILED
  case startFailed = 8114
  /// ANASTASIS_TRUTH_PAYMENT_CREATE_BACKEND_ERROR
  case truthOrderNotMade = 8119
  /// ANASTASIS_TRUTH_DECRYPTION_FAILED
  case decryptionFailed = 8120
  /// ANASTASIS_TRUTH_RATE_LIMITED
  case rateLimited = 8121
  /// ANASTASIS_TRUTH_AUTH_TIMEOUT, only in the older form of the protocol
  case timeout = 8122
  /// ANASTASIS_TRUTH_CHALLENGE_WRONG_METHOD
  case wrongMethod = 8123
  /// ANASTASIS_TRUTH_UPLOAD_UUID_EXISTS
  case truthExists = 8150
  /// ANASTASIS_TRUTH_UPLOAD_METHOD_NOT_SUPPORTED
  case methodNotSupported = 8151

  /// ANASTASIS_SMS_PHONE_INVALID
  case phoneInvalid = 8200
  /// ANASTASIS_SMS_HELPER_EXEC_FAILED
  case smsNotStarted = 8201
  /// ANASTASIS_SMS_HELPER_COMMAND_FAILED
  case smsFailed = 8202
  /// ANASTASIS_EMAIL_INVALID
  case emailInvalid = 8210
  /// ANASTASIS_EMAIL_HELPER_EXEC_FAILED
  case emailNotStarted = 8211
  /// ANASTASIS_EMAIL_HELPER_COMMAND_FAILED
  case emailFailed = 8212
  /// ANASTASIS_POST_INVALID
  case postInvalid = 8220
  /// ANASTASIS_POST_HELPER_EXEC_FAILED
  case postNotStarted = 8221
  /// ANASTASIS_POST_HELPER_COMMAND_FAILED
  case postFailed = 8222
  /// ANASTASIS_IBAN_INVALID
  case ibanInvalid = 8230
  /// ANASTASIS_IBAN_MISSING_TRANSFER
  case transferMissing = 8231
  /// ANASTASIS_TOTP_KEY_INVALID
  case totpKeyInvalid = 8241

  /// ANASTASIS_POLICY_BAD_IF_NONE_MATCH
  case badIfNoneMatch = 8301
  /// ANASTASIS_POLICY_BAD_SIGNATURE
  case badSignature = 8305
  /// ANASTASIS_POLICY_BAD_IF_MATCH
  case badIfMatch = 8306
  /// ANASTASIS_POLICY_INVALID_UPLOAD
  case uploadChanged = 8307
  /// ANASTASIS_POLICY_NOT_FOUND
  case documentUnknown = 8350
}
