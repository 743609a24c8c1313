import Encoding
import Escrow
import Model

/// A key for a program that makes codes by the clock, as such programs take it.
struct ClockKey {
  /// 32 bytes.
  let key: Secret

  /// Base32 (RFC 4648) without padding, for a person to type.
  var text: Secret { Secret(key.withBytes { Array(Base32.encode(Array($0)).utf8) }) }

  /// `otpauth://totp/…`, as programs read it from a QR code.
  var uri: Secret {
    let name = Product.name, label = "\(name):account%20recovery"
    let fields = "issuer=\(name)&algorithm=SHA1&digits=\(TimeBasedCode.digits)&period=\(TimeBasedCode.step)"
    return Secret(joining: [Secret("otpauth://totp/\(label)?\(fields)&secret=".utf8), text])
  }
}
