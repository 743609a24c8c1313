import Encoding
import Foundation

/// The backed-up secret: arbitrary bytes and their media type.
public struct CoreSecret: Sendable {
  /// The secret bytes.
  public var value: Secret
  /// The media type of the bytes (RFC 2046).
  public var mime: String
  public var filename: String?

  public init(_ value: Secret, mime: String = "application/octet-stream", filename: String? = nil) {
    self.value = value; self.mime = mime; self.filename = filename
  }

  private struct Body: Codable {
    var mime: String, value: Base32Bytes?, filename: String?, text: String?
    init(mime: String, value: Base32Bytes?, filename: String?) {
      self.mime = mime; self.value = value; self.filename = filename
    }
  }

  /// - Throws: `malformed`, `sealed` or `inconsistent`.
  public init(opening sealed: [UInt8], under master: Secret) throws(EscrowError) {
    let text = try Sealing.open(sealed, under: master, for: .coreSecret)
    let body: Body
    do { body = try text.withBytes { try JSONDecoder().decode(Body.self, from: Data($0)) } } catch {
      throw EscrowError(.inconsistent, "what opens is no core secret")
    }
    // The C client may store text unencoded.
    guard let bytes = body.value?.bytes ?? body.text.map({ Array($0.utf8) }) else {
      throw EscrowError(.inconsistent, "a core secret without a value")
    }
    self.init(Secret(bytes), mime: body.mime, filename: body.filename)
  }

  /// Seals the core secret in the form stored in the recovery document.
  ///
  /// - Throws: `invalid` if the core secret cannot be encoded.
  public func sealed(under master: Secret) throws(EscrowError) -> [UInt8] {
    var bytes = value.exposed
    defer { Wiping.wipe(&bytes) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Sealing.seal(
        Array(try encoder.encode(Body(mime: mime, value: Base32Bytes(bytes), filename: filename))), under: master,
        for: .coreSecret)
    } catch { throw EscrowError(.invalid, "a core secret that cannot be written") }
  }
}
