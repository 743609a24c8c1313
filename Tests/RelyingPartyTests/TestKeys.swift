import CryptoExtras

/// Keys that take long to make are made once.
enum TestKeys {
  static let rsa: _RSA.Signing.PrivateKey = {
    while true { if let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) { return key } }
  }()
}
