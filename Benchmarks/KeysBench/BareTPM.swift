import CTSS2
import Foundation

/// A TPM used with no layer in between: one command goes in as bytes, and its answer comes back as bytes. It holds keys
/// of the same kinds as the product's that require no authorization.
final class BareTPM {
  private let transport: OpaquePointer
  private let signingKey: UInt32, codeKey: UInt32

  init(_ device: String) throws {
    var transport: OpaquePointer?
    guard Tss2_TctiLdr_Initialize(device, &transport) == 0, let transport else {
      throw Failure("No TPM answers at \(device).")
    }
    self.transport = transport
    signingKey = try Self.makeKey(
      [0x00, 0x23] + Self.common + [0x00, 0x10, 0x00, 0x18, 0x00, 0x0b, 0x00, 0x03, 0x00, 0x10, 0, 0, 0, 0], transport)
    codeKey = try Self.makeKey([0x00, 0x08] + Self.common + [0x00, 0x05, 0x00, 0x0b, 0, 0], transport)
  }
  deinit {
    for key in [signingKey, codeKey] { _ = try? Self.send(0x165, [], session: false, Self.bytes(key), transport) }
    var transport: OpaquePointer? = transport
    Tss2_TctiLdr_Finalize(&transport)
  }

  /// TPM2_Sign over a 32-byte digest.
  func sign(_ digest: [UInt8]) throws {
    _ = try Self.send(
      0x15d, [signingKey], session: true,
      Self.sized(digest) + [0x00, 0x10, 0x80, 0x24] + Self.bytes(0x4000_0007) + [0, 0], transport)
  }
  /// TPM2_HMAC.
  func authenticationCode(of message: [UInt8]) throws {
    _ = try Self.send(0x155, [codeKey], session: true, Self.sized(message) + [0x00, 0x0b], transport)
  }

  /// Name algorithm SHA-256; sign, userWithAuth, sensitiveDataOrigin, fixedParent, fixedTPM; no policy.
  private static let common: [UInt8] = [0x00, 0x0b, 0x00, 0x04, 0x00, 0x72, 0, 0]

  private static func makeKey(_ area: [UInt8], _ transport: OpaquePointer) throws -> UInt32 {
    let parameters = sized([0, 0, 0, 0]) + sized(area) + [0, 0] + bytes(UInt32(0))
    let answer = try send(0x131, [0x4000_0001], session: true, parameters, transport)
    return answer[10..<14].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func send(
    _ code: UInt32, _ handles: [UInt32], session: Bool, _ parameters: [UInt8], _ transport: OpaquePointer
  ) throws -> [UInt8] {
    var body = handles.flatMap(bytes)
    if session { body += bytes(UInt32(9)) + bytes(0x4000_0009) + [0, 0, 0, 0, 0] }
    body += parameters
    let command: [UInt8] = [0x80, session ? 2 : 1] + bytes(UInt32(10 + body.count)) + bytes(code) + body
    let way = UnsafePointer<TSS2_TCTI_CONTEXT_COMMON_V1>(transport).pointee
    guard let transmit = way.transmit, let receive = way.receive, transmit(transport, command.count, command) == 0
    else { throw Failure("No way.") }
    var answer = [UInt8](repeating: 0, count: 4096), count = answer.count
    guard receive(transport, &count, &answer, -1) == 0, count >= 10, answer[6..<10].allSatisfy({ $0 == 0 }) else {
      throw Failure("The TPM refused command \(String(code, radix: 16)).")
    }
    return Array(answer.prefix(count))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
  private static func sized(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
