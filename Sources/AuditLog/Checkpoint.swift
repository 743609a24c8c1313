import Crypto
import Encoding
import Foundation
import Model

/// A head of the log, signed by a key that is not in the log's database: whoever keeps it can later tell that the log was
/// cut off, or written anew.
///
/// It is a signed note in the form of transparency logs (C2SP `tlog-checkpoint` and `signed-note`): the log's name, the
/// position, the digest in Base64, an empty line, and the signature. Our log is a chain and no tree, so the digest is that
/// of the row at the position, and there is no short proof that one head follows another.
public struct Checkpoint: Hashable, Sendable {
  /// The log's name, which is the name of its key too.
  public var origin: String
  public var head: AuditHead

  public init(origin: String, head: AuditHead) { self.origin = origin; self.head = head }

  /// The part that is signed.
  public var text: String { "\(origin)\n\(head.position)\n\(Data(head.digest).base64EncodedString())\n" }

  /// Reads the part that is signed. Returns `nil` for anything but what ``text`` writes.
  public init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[3].isEmpty, let position = Int(lines[1]),
      let digest = Data(base64Encoded: String(lines[2])), digest.count == 32
    else { return nil }
    self.init(origin: String(lines[0]), head: AuditHead(position: position, digest: Array(digest)))
    guard position > 0, self.text == text else { return nil }
  }
}

/// The name of a log, and the public key that signs its checkpoints (Ed25519, RFC 8032).
public struct CheckpointKey: Hashable, Sendable {
  public let name: String
  private let key: [UInt8]

  /// - Parameter name: Has neither spaces nor `+`.
  init?(name: String, key: [UInt8]) {
    guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "+" }), key.count == 32 else { return nil }
    self.name = name; self.key = key
  }

  /// The identifier by which a signature names its key: the first four bytes of a digest over name, kind and key.
  var id: [UInt8] { Array(SHA256.hash(data: Array(name.utf8) + [0x0a, Self.kind] + key).prefix(4)) }
  /// Ed25519, as signed notes number it.
  static let kind: UInt8 = 1

  /// The key as a text, `name+id+key`, which programs for transparency logs read.
  public var text: String { "\(name)+\(Hex.encode(id))+\(Data([Self.kind] + key).base64EncodedString())" }

  /// Reads what ``text`` wrote. Returns `nil` for any other text.
  public init?(text: String) {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Data(base64Encoded: String(parts[2])), bytes.first == Self.kind else {
      return nil
    }
    self.init(name: String(parts[0]), key: Array(bytes.dropFirst()))
    guard self.text == text else { return nil }
  }

  /// Returns the checkpoint in a note that this key signed; `nil` if it did not, or if the note cannot be read.
  public func checkpoint(in note: String) -> Checkpoint? {
    text(of: note).flatMap(Checkpoint.init(text:)).flatMap { $0.origin == name ? $0 : nil }
  }

  /// Returns the text of a note, whatever it says, if this key signed it.
  func text(of note: String) -> String? {
    guard let gap = note.range(of: "\n\n", options: .backwards),
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key)
    else { return nil }
    let text = note[..<gap.lowerBound] + "\n"
    let isSigned = note[gap.upperBound...].split(separator: "\n").contains { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "—", parts[1] == name, let bytes = Data(base64Encoded: String(parts[2])),
        Array(bytes.prefix(4)) == id
      else { return false }
      return key.isValidSignature(bytes.dropFirst(4), for: Array(text.utf8))
    }
    return isSigned ? String(text) : nil
  }
}

/// The key that signs a log's checkpoints.
public struct CheckpointSigner: Sendable {
  public let key: CheckpointKey
  private let secret: Curve25519.Signing.PrivateKey

  /// - Parameters:
  ///   - name: The log's name. Has neither spaces nor `+`.
  ///   - seed: 32 random bytes.
  public init?(name: String, seed: [UInt8]) {
    guard let secret = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed),
      let key = CheckpointKey(name: name, key: Array(secret.publicKey.rawRepresentation))
    else { return nil }
    self.key = key; self.secret = secret
  }

  /// The private key as a text, as programs for transparency logs keep it.
  public var secretText: String {
    let seed = Data([CheckpointKey.kind] + secret.rawRepresentation).base64EncodedString()
    return "PRIVATE+KEY+\(key.name)+\(Hex.encode(key.id))+\(seed)"
  }

  /// Reads what ``secretText`` wrote. Returns `nil` for any other text.
  public init?(secretText text: String) {
    let parts = text.split(separator: "+", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let bytes = Data(base64Encoded: String(parts[4])), bytes.first == CheckpointKey.kind else {
      return nil
    }
    self.init(name: String(parts[2]), seed: Array(bytes.dropFirst()))
    guard secretText == text else { return nil }
  }

  /// Returns a head as a signed note.
  public func note(of head: AuditHead) throws -> String {
    try signed(Checkpoint(origin: key.name, head: head).text)
  }

  func signed(_ text: String) throws -> String { "\(text)\n\(try signature(of: text))" }
  /// Returns the line with this key's signature.
  func signature(of text: String) throws -> String {
    let bytes = Data(key.id + (try secret.signature(for: Array(text.utf8)))).base64EncodedString()
    return "— \(key.name) \(bytes)\n"
  }
}
