import Encoding

extension AuthenticationExtensionsClientInputs {
  /// `AuthenticationExtensionsClientInputsJSON` (WebAuthn Level 3 §5.7.2).
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("appid", appid)
      json.member("appidExclude", appidExclude)
      json.member("credProps", credProps)
      if let prf { json.member("prf", prf.write) }
      if let largeBlob { json.member("largeBlob", largeBlob.write) }
      json.member("uvm", uvm)
      json.member("credentialProtectionPolicy", credentialProtectionPolicy?.rawValue)
      json.member("enforceCredentialProtectionPolicy", enforceCredentialProtectionPolicy)
      json.member("credBlob", base64URL: credBlob)
      json.member("getCredBlob", getCredBlob)
      json.member("minPinLength", minPinLength)
      json.member("hmacCreateSecret", hmacCreateSecret)
      if let isPayment { json.member("payment") { $0.object { $0.member("isPayment", isPayment) } } }
    }
  }
}

extension PRFInputs {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if let eval { json.member("eval", eval.write) }
      guard !evalByCredential.isEmpty else { return }
      json.member("evalByCredential") {
        $0.object { json in
          // Sorted, so that equal options are equal bytes.
          for (id, values) in evalByCredential.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            json.member(Base64URL.encode(id), values.write)
          }
        }
      }
    }
  }
}

extension PRFValues {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("first", base64URL: first); $0.member("second", base64URL: second)
    }
  }
}

extension LargeBlobInputs {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .support(let required): json.member("support", required ? "required" : "preferred")
      case .read: json.member("read", true)
      case .write(let blob): json.member("write", base64URL: blob)
      }
    }
  }
}
