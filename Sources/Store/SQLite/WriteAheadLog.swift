import Foundation

/// A write-ahead log, inspected before SQLite reads it. SQLite silently stops at the first invalid frame, whether a
/// crash interrupted writing there or the frame is damaged and followed by further commits.
///
/// Its format is described at https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct WriteAheadLog {
  static let headerSize = 32, frameHeaderSize = 24

  /// The page size in bytes; zero if the header is invalid.
  let pageSize: Int
  private let salts: ArraySlice<UInt8>, isBigEndian: Bool
  private var checksum: (UInt32, UInt32) = (0, 0), frames = 0
  private var brokenAt: Int?
  private var hasCommitSince = false
  /// The invalid frame that is followed by a later transaction, counted from zero; `nil` if there is none.
  private(set) var damagedAt: Int?

  /// - Parameter header: The log's first 32 bytes.
  init(header: [UInt8]) {
    let magic = Self.number(header[0...])
    isBigEndian = magic & 1 == 1
    salts = header[16..<24]
    checksum = Self.sum(header[..<24], onto: (0, 0), isBigEndian)
    let size = Int(Self.number(header[8...])), isPower = size & (size - 1) == 0
    let fits = magic | 1 == 0x377f_0683 && isPower && (512...65536).contains(size)
    pageSize = fits && checksum == Self.pair(header[24...]) ? size : 0
  }

  /// - Parameter frame: The complete next frame.
  mutating func take(_ frame: [UInt8]) {
    defer { frames += 1 }
    let isOfThisLog = frame[8..<16] == salts, commits = Self.number(frame[4...]) != 0
    if brokenAt == nil {
      checksum = Self.sum(
        frame[Self.frameHeaderSize...], onto: Self.sum(frame[..<8], onto: checksum, isBigEndian), isBigEndian)
      if isOfThisLog, Self.number(frame[0...]) != 0, checksum == Self.pair(frame[16...]) { return }
      brokenAt = frames
    }
    // Frames with different salts are remnants of an earlier round. A power cut may leave any part of the last
    // transaction, including its commit. But a transaction begins only once the previous one is on the disk, so
    // anything after a commit proves that everything up to that commit was once complete.
    guard isOfThisLog else { return }
    if hasCommitSince { damagedAt = brokenAt }
    if commits { hasCommitSince = true }
  }

  /// Returns `true` if commits to the database at `path` can no longer be read from its log.
  ///
  /// A different process may write while this one reads, so a place counts as damaged only if it is damaged on the
  /// second reading too.
  static func isDamaged(of path: String) throws -> Bool {
    guard let first = try damage(in: path + "-wal") else { return false }
    return try damage(in: path + "-wal") == first
  }

  /// The damaged place in a log, and the round in which it was written. A header is only meaningful if something was
  /// written after it; in that case, the header was already on the disk.
  private struct Damage: Equatable { var header: [UInt8], frame: Int }

  private static func damage(in path: String) throws -> Damage? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let header = try read(headerSize, from: file) else { return nil }
    var log = WriteAheadLog(header: header)
    guard log.pageSize > 0 else { return try hasContent(file) ? Damage(header: header, frame: 0) : nil }
    while log.damagedAt == nil, let frame = try read(frameHeaderSize + log.pageSize, from: file) { log.take(frame) }
    return log.damagedAt.map { Damage(header: header, frame: $0) }
  }
  private static func hasContent(_ file: FileHandle) throws -> Bool {
    while let part = try file.read(upToCount: 65536), !part.isEmpty {
      if part.contains(where: { $0 != 0 }) { return true }
    }
    return false
  }
  /// Reads `count` bytes; returns `nil` if the file ends too early.
  private static func read(_ count: Int, from file: FileHandle) throws -> [UInt8]? {
    guard let data = try file.read(upToCount: count), data.count == count else { return nil }
    return [UInt8](data)
  }

  /// Returns the number in the first four bytes, in big-endian order.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
  private static func pair(_ bytes: ArraySlice<UInt8>) -> (UInt32, UInt32) {
    (number(bytes), number(bytes.dropFirst(4)))
  }
  /// Computes SQLite's checksum, which adds pairs of numbers to the sum so far.
  private static func sum(
    _ bytes: ArraySlice<UInt8>, onto start: (UInt32, UInt32), _ isBigEndian: Bool
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
        second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
      }
    }
    return (first, second)
  }
}
