import CZlib

/// The compressed format DEFLATE without any wrapping (RFC 1951).
enum Deflated {
  /// Nothing longer is unpacked, in bytes.
  static let longest = 1 << 20
  private static let windowBits: Int32 = -15

  struct Failure: Error {}

  static func pack(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Failure() }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, uLong(bytes.count)))
    guard let packed = run(&stream, bytes, room: room, deflate) else { throw Failure() }
    return packed
  }

  /// `nil` where it is broken, or not as long as was said.
  static func unpack(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    guard size <= longest else { return nil }
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    // One more, so that too much is seen.
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
