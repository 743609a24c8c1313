import Encoding

/// `clientExtensionResults` of a response (WebAuthn L3 §10; CTAP 2.1 §12).
struct ExtensionResults: Sendable {
  struct PRF: Sendable {
    /// Only at registration.
    var isEnabled: Bool?
    var outputs: [[UInt8]]?
  }
  var isDiscoverable: Bool?
  var prf: PRF?
  var hmacCreateSecret: Bool?
  var largeBlobSupported: Bool?
  var largeBlob: [UInt8]?
  var largeBlobWritten: Bool?
  var credBlobStored: Bool?
  var credBlob: [UInt8]?

  func write(to json: inout JSONWriter) {
    json.object { json in
      if let isDiscoverable { json.member("credProps") { $0.object { $0.member("rk", isDiscoverable) } } }
      if let prf { json.member("prf", prf.write) }
      if largeBlobSupported != nil || largeBlob != nil || largeBlobWritten != nil {
        json.member("largeBlob") {
          $0.object {
            $0.member("supported", largeBlobSupported)
            $0.member("blob", base64URL: largeBlob)
            $0.member("written", largeBlobWritten)
          }
        }
      }
      json.member("hmacCreateSecret", hmacCreateSecret)
      json.member("credBlob", credBlobStored)
      json.member("getCredBlob", base64URL: credBlob)
    }
  }
}

extension ExtensionResults.PRF {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("enabled", isEnabled)
      guard let outputs, let first = outputs.first else { return }
      json.member("results") {
        $0.object {
          $0.member("first", base64URL: first)
          $0.member("second", base64URL: outputs.dropFirst().first)
        }
      }
    }
  }
}

extension JSONWriter {
  /// What registration and sign-in responses begin with.
  mutating func credential(_ id: [UInt8], isPlatform: Bool, _ results: ExtensionResults) {
    member("id", base64URL: id)
    member("rawId", base64URL: id)
    member("type", "public-key")
    member("authenticatorAttachment", isPlatform ? "platform" : "cross-platform")
    member("clientExtensionResults", results.write)
  }
}
