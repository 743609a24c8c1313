import Encoding
import RelyingParty

extension Assertion {
  /// One JSON object, for other verifiers.
  var line: String {
    let (challenge, key) = (Base64URL.encode(state.challenge), Base64URL.encode(record.publicKey))
    return
      #"{"kind":"authentication","challenge":"\#(challenge)","publicKey":"\#(key)","response":\#(String(decoding: json, as: UTF8.self))}"#
  }
}

extension Registration {
  /// One JSON object, for other verifiers.
  var line: String {
    #"{"kind":"registration","challenge":"\#(Base64URL.encode(state.challenge))","response":\#(String(decoding: json, as: UTF8.self))}"#
  }
}
