import CZlib

/// The gzip file format (RFC 1952), through zlib. It names no time and no file, so that the same text always makes the
/// same bytes.
enum Gzip {
  struct Failure: Error {}
  /// zlib's greatest window, and 16 for gzip's own head and foot.
  private static let windowBits: Int32 = 15 + 16

  static func packed(_ text: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Failure() }
    defer { deflateEnd(&stream) }
    return try run(&stream, text, room: Int(deflateBound(&stream, uLong(text.count))), deflate)
  }

  /// - Parameter count: The length of what was packed.
  static func unpacked(_ bytes: [UInt8], count: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Failure()
    }
    defer { inflateEnd(&stream) }
    return try run(&stream, bytes, room: count, inflate)
  }

  /// Runs all of it in one step.
  private static func run(
    _ stream: inout z_stream, _ input: [UInt8], room: Int,
    _ step: (UnsafeMutablePointer<z_stream>, Int32) -> Int32
  ) throws(Failure) -> [UInt8] {
    var input = input, output = [UInt8](repeating: 0, count: room + 1)
    let isComplete = input.withUnsafeMutableBufferPointer { from in
      output.withUnsafeMutableBufferPointer { into in
        stream.next_in = from.baseAddress
        stream.avail_in = uInt(from.count)
        stream.next_out = into.baseAddress
        stream.avail_out = uInt(into.count)
        return step(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isComplete else { throw Failure() }
    return Array(output[..<Int(stream.total_out)])
  }
}
