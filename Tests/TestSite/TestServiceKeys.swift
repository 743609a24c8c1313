import Crypto
import CryptoExtras
import OpenID

/// The keys with which test sites sign what services are told: drawn once, because that takes a while.
public enum TestServiceKeys {
  public static let keys = Result {
    try SigningKeys(try texts.get().map(SigningKey.init(pem:)))
  }
  /// The same keys as PEM.
  public static let texts = Result {
    [
      try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation,
      P256.Signing.PrivateKey().pemRepresentation,
    ]
  }
}
