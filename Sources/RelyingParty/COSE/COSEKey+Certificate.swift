extension COSEKey {
  /// The key of a certificate (its subject's public key, RFC 5280 §4.1.2.7), to be used with `algorithm`.
  init(_ certificate: X509Certificate, algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    self.init(algorithm: algorithm, parameters: try certificate.keyInfo.parameters(in: certificate.der))
  }
}
