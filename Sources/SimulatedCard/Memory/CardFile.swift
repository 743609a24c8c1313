import Encoding
import Foundation

/// Storage that keeps a card's memory while its power is off. When powered on again, the card finds what `write`
/// stored, regardless of crashes or power cuts in between.
public protocol CardStorage: Sendable {
  /// Atomically replaces everything written before. Returns only once the new content is on the medium.
  func write(_ bytes: [UInt8]) throws(SimulatedCardError)
}

/// A simulated card's memory in a file that only its owner can read. It holds the card's keys and codes in the clear: a
/// real card's chip would protect them, but a file cannot. Use it for rehearsal; keep nothing of value on it.
public final class CardFile: CardStorage {
  /// The path of the file.
  public let path: String
  private let lock: Int32
  private let whenUnwritable: @Sendable (SimulatedCardError) -> Void

  /// Locks the file, whether or not the file exists. A second program that opens the same card is refused.
  ///
  /// - Parameter whenUnwritable: Called for each failed write. The card itself only reports that its memory failed.
  public init(
    _ path: String, whenUnwritable: @escaping @Sendable (SimulatedCardError) -> Void = { _ in }
  ) throws(SimulatedCardError) {
    self.path = path
    self.whenUnwritable = whenUnwritable
    try Self.look(at: path)
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw SimulatedCardError(.inaccessible, "The folder for the card's file cannot be written.")
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw SimulatedCardError(.inUse, "Another program plays this card at this moment.")
    }
  }
  /// Inspects the file before locking it. Nothing is created next to a file that is not a card's, because other
  /// programs may use a lock file of the same name.
  private static func look(at path: String) throws(SimulatedCardError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // a pipe that stands there is not waited for
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0 else { throw unreadable }
    defer { close(descriptor) }
    var about = stat()
    guard fstat(descriptor, &about) == 0 else { throw unreadable }
    guard about.st_mode & S_IFMT != S_IFDIR else {
      throw SimulatedCardError(.folder, "This is a folder. Name a file in it.")
    }
    var beginning = [UInt8](repeating: 0, count: CardMemory.opening.count)
    guard about.st_mode & S_IFMT == S_IFREG,
      Foundation.read(descriptor, &beginning, beginning.count) == beginning.count,
      beginning == CardMemory.opening
    else { throw SimulatedCardError.damaged }
  }

  deinit {
    // Closing the descriptor is not enough: a program that is just being started holds a copy of the descriptor, and
    // thus the lock, until its own code begins.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// Returns the content that was last written, or `nil` if the file does not exist.
  func read() throws(SimulatedCardError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw Self.unreadable }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // No card's memory is longer than this limit, so the rest of an unrelated file is not read.
    guard let bytes = try? file.read(upToCount: 1 << 20) else { return [] }
    return Array(bytes)
  }

  /// Writes a new file, waits until it is on the medium, and only then replaces the old file with it.
  public func write(_ bytes: [UInt8]) throws(SimulatedCardError) {
    do throws(SimulatedCardError) { try replace(with: bytes) } catch {
      whenUnwritable(error)
      throw error
    }
  }

  private func replace(with bytes: [UInt8]) throws(SimulatedCardError) {
    let fresh = path + ".new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.unwritable }
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      position += count
    }
    let isOnMedium = position == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isOnMedium, rename(fresh, path) == 0 else {
      unlink(fresh)
      throw Self.unwritable
    }
    // The new name itself must also reach the medium.
    let folder = open(PathParts(path).folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.unwritable }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Self.unwritable }
  }

  private static var unreadable: SimulatedCardError {
    SimulatedCardError(.inaccessible, "The card's file cannot be read.")
  }
  private static var unwritable: SimulatedCardError {
    SimulatedCardError(.inaccessible, "The card's file cannot be written.")
  }
}

/// One object of a card's file, read member by member. Any value that a card would not write is read as `nil`.
struct CardFileReader {
  let document: JSONDocument
  let node: JSONNode

  func has(_ name: StaticString) -> Bool { document.member(name, of: node) != nil }
  func text(_ name: StaticString) -> String? { document.member(name, of: node).flatMap(document.string) }
  func flag(_ name: StaticString) -> Bool? { document.member(name, of: node).flatMap(document.boolean) }
  func number(_ name: StaticString) -> Int? {
    document.member(name, of: node).flatMap(document.integer).flatMap { Int(exactly: $0) }
  }

  func bytes(_ name: StaticString, count: Int? = nil) -> [UInt8]? {
    guard let bytes = document.member(name, of: node).flatMap(document.base64URL), count == nil || bytes.count == count
    else { return nil }
    return bytes
  }
  func privateKey(_ name: StaticString) -> [UInt8]? { bytes(name).flatMap { Curve.isPrivateKey($0) ? $0 : nil } }
  /// Reads a path of at most ten levels, four bytes each.
  func path(_ name: StaticString) -> [UInt8]? {
    bytes(name).flatMap { $0.count.isMultiple(of: 4) && $0.count <= 40 ? $0 : nil }
  }

  func part(_ name: StaticString) -> CardFileReader? {
    document.member(name, of: node).map { CardFileReader(document: document, node: $0) }
  }

  func code(_ name: StaticString, digitCount: Int) -> RetryCode? {
    guard let part = part(name), let digits = part.bytes("digits", count: digitCount), let limit = part.number("limit"),
      let triesLeft = part.number("triesLeft")
    else { return nil }
    return RetryCode(digits, limit: limit, triesLeft: triesLeft)
  }

  /// Reads a list in which `""` represents a free slot.
  func pairings(_ name: StaticString, count: Int) -> [[UInt8]?]? {
    guard let list = document.member(name, of: node), list.kind == .array else { return nil }
    let items = document.items(of: list).map { document.base64URL($0) }
    guard items.count == count, items.allSatisfy({ $0?.count == 0 || $0?.count == 32 }) else { return nil }
    return items.map { $0?.isEmpty == true ? nil : $0 }
  }
}

extension CardMemory.Owner {
  func write(to writer: inout JSONWriter) {
    func code(_ name: String, _ code: RetryCode?, _ owner: inout JSONWriter) {
      guard let code else { return }
      owner.member(name) {
        $0.object {
          $0.member("digits", base64URL: code.digits)
          $0.member("limit", code.limit)
          $0.member("triesLeft", code.triesLeft)
        }
      }
    }
    writer.object { owner in
      code("pin", pin, &owner)
      code("duressPIN", duressPIN, &owner)
      code("puk", puk, &owner)
      owner.member("pairingSecret", base64URL: pairingSecret)
      owner.member("pairings") { $0.array(pairings) { $0.string(Base64URL.encode($1 ?? [])) } }
    }
  }

  init?(_ owner: CardFileReader, version: AppletVersion) {
    guard let pin = owner.code("pin", digitCount: 6), let puk = owner.code("puk", digitCount: 12),
      let secret = owner.bytes("pairingSecret", count: 32),
      let pairings = owner.pairings("pairings", count: version.pairingSlotCount)
    else { return nil }
    let duress = owner.code("duressPIN", digitCount: 6)
    guard (duress != nil) == version.isAtLeast3Point1 else { return nil }
    self.init(pin: pin, duressPIN: duress, puk: puk, pairingSecret: secret, pairings: pairings)
  }
}
