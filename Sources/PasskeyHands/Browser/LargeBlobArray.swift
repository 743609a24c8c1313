import CZlib
import Crypto
import Encoding
import Foundation

/// The large-blob array of an authenticator (CTAP 2.1 §6.10.2, §6.10.3): entries that only the holder of a credential's
/// key can open.
struct LargeBlobArray: Sendable {
  private var entries: [CBORValue] = []

  init() {}

  /// Reads the serialized array, with the hash at its end. As the specification requires, an unreadable array counts as
  /// empty.
  init(_ serialized: [UInt8]) {
    entries = (try? CBORValue(decoding: Array(serialized.dropLast(16))))?.array ?? []
  }

  /// The array without its hash.
  var content: [UInt8] { CBORValue.array(entries).encoded() }

  /// Returns the blob of the credential with this key.
  func blob(_ key: Secret) -> [UInt8]? { entries.lazy.compactMap { Self.open($0, key) }.first }

  /// Replaces the blob of the credential with this key.
  mutating func set(_ blob: [UInt8], _ key: Secret) throws {
    let packed = try Deflated.pack(blob)
    let sealed = try AES.GCM.seal(
      packed, using: key.withBytes { SymmetricKey(data: $0) }, authenticating: Self.additional(blob.count))
    entries.removeAll { Self.open($0, key) != nil }
    let members: [(Int64, CBORValue)] = [
      (1, .bytes(Array(sealed.ciphertext + sealed.tag)[...])), (2, .bytes(Array(sealed.nonce)[...])),
      (3, .integer(Int64(blob.count))),
    ]
    entries.append(.map(members.map { CBOREntry(key: .integer($0), value: $1) }))
  }

  private static func open(_ entry: CBORValue, _ key: Secret) -> [UInt8]? {
    func member(_ label: Int64) -> CBORValue? { entry.map?.first { $0.key == .integer(label) }?.value }
    guard let sealed = member(1)?.byteString, sealed.count >= 16, let nonce = member(2)?.byteString,
      let size = member(3)?.integer,
      (0...Int64(Deflated.longest)).contains(size),
      let box = try? AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16)),
      let packed = try? AES.GCM.open(
        box, using: key.withBytes { SymmetricKey(data: $0) }, authenticating: additional(Int(size)))
    else { return nil }
    return Deflated.unpack(Array(packed), size: Int(size))
  }

  private static func additional(_ size: Int) -> [UInt8] {
    Array("blob".utf8) + withUnsafeBytes(of: UInt64(size).littleEndian) { Array($0) }
  }
}

/// The compressed format DEFLATE without any wrapping (RFC 1951).
enum Deflated {
  /// The maximum unpacked size, in bytes.
  static let longest = 1 << 20
  private static let windowBits: Int32 = -15

  struct Failure: Error {}

  static func pack(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Failure() }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, uLong(bytes.count)))
    guard let packed = run(&stream, bytes, room: room, deflate) else { throw Failure() }
    return packed
  }

  /// Unpacks the bytes. Returns `nil` if they are corrupt, or not as long as stated.
  static func unpack(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    guard size <= longest else { return nil }
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    // Provides room for one more byte, so that excess output is detected.
    let unpacked = run(&stream, bytes, room: size + 1, inflate)
    return unpacked?.count == size ? unpacked : nil
  }

  private static func run(
    _ stream: inout z_stream, _ bytes: [UInt8], room: Int, _ step: (z_streamp?, Int32) -> Int32
  ) -> [UInt8]? {
    var input = bytes, output = [UInt8](repeating: 0, count: room)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        return step(&stream, Z_FINISH)
      }
    }
    return status == Z_STREAM_END ? Array(output.prefix(room - Int(stream.avail_out))) : nil
  }
}
