import HTTPTypes

extension RefusalCode {
  /// The HTTP status that the registry assigns to the code.
  public var status: HTTPResponse.Status {
    switch self {
    case .endpointUnknown, .truthUnknown, .challengeUnknown, .documentUnknown: .notFound
    case .methodInvalid: .methodNotAllowed
    case .tooLarge: .contentTooLarge
    case .merchantTimeout: .gatewayTimeout
    case .merchantUnexpected, .orderNotMade, .truthOrderNotMade: .badGateway
    case .responseRequired, .challengeFailed, .transferMissing: .forbidden
    case .challengeActive: HTTPResponse.Status(code: 208, reasonPhrase: "Already Reported")
    case .rateLimited: .tooManyRequests
    case .timeout: .requestTimeout
    case .truthExists, .phoneInvalid, .emailInvalid, .postInvalid, .ibanInvalid, .totpKeyInvalid: .conflict
    case .storeFailed, .internalFailure, .merchantUnauthorized, .merchantUnreachable, .methodNoLongerSupported,
      .startFailed, .smsNotStarted,
      .smsFailed, .emailNotStarted, .emailFailed, .postNotStarted, .postFailed:
      .internalServerError
    case .jsonInvalid, .parameterMissing, .parameterMalformed, .contentLengthMissing, .contentLengthMalformed,
      .decryptionFailed, .wrongMethod,
      .methodNotSupported, .badIfNoneMatch, .badSignature, .badIfMatch, .uploadChanged:
      .badRequest
    }
  }

  /// An explanation of the code for authors of clients.
  public var hint: String {
    switch self {
    case .methodInvalid: "This address does not take that method."
    case .endpointUnknown: "There is nothing at this address."
    case .jsonInvalid: "The body is not the JSON that belongs here."
    case .parameterMissing: "A parameter is missing."
    case .parameterMalformed: "A parameter is not written as it has to be."
    case .storeFailed: "The database cannot be reached right now. Nothing has changed."
    case .internalFailure: "Something went wrong here. Nothing has changed."
    case .tooLarge: "That is more than this provider takes."
    case .merchantTimeout: "The payment backend did not answer in time."
    case .merchantUnexpected: "The payment backend answered what it should not."
    case .contentLengthMissing: "An upload has to say how long it is."
    case .contentLengthMalformed: "The length of the upload is no number."
    case .orderNotMade, .truthOrderNotMade: "The payment backend did not take the order."
    case .merchantUnauthorized: "The payment backend does not know this provider."
    case .merchantUnreachable: "The payment backend cannot be asked."
    case .truthUnknown: "No share is kept under this name."
    case .methodNoLongerSupported: "This provider no longer offers the method of this share."
    case .responseRequired: "The challenge was started; answer it."
    case .challengeFailed: "That is not the answer."
    case .challengeUnknown: "No code was issued, or it is over."
    case .challengeActive: "The code was sent already."
    case .startFailed: "The challenge could not be started."
    case .decryptionFailed: "The key does not open what is kept."
    case .rateLimited: "That was too often. Wait, then try again."
    case .wrongMethod: "This method is answered without a challenge."
    case .truthExists: "Another share is kept under this name."
    case .methodNotSupported: "This provider does not offer that method."
    case .phoneInvalid: "What was uploaded is no phone number."
    case .emailInvalid: "What was uploaded is no e-mail address."
    case .postInvalid: "What was uploaded is no postal address."
    case .ibanInvalid: "What was uploaded is no IBAN."
    case .totpKeyInvalid: "What was uploaded is no key of 32 bytes."
    case .smsNotStarted, .emailNotStarted, .postNotStarted: "What sends codes cannot be started."
    case .smsFailed, .emailFailed, .postFailed: "The code could not be sent."
    case .timeout: "What was waited for has not come."
    case .transferMissing: "The transfer, or the decision about a photo, has not come yet."
    case .badIfNoneMatch: "If-None-Match is no hash."
    case .badSignature: "The signature is missing, malformed or another key's."
    case .badIfMatch: "If-None-Match has to name the hash of the upload."
    case .uploadChanged: "What arrived is not what was promised."
    case .documentUnknown: "No such document is kept."
    }
  }
}
