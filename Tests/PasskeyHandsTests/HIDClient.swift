import Authenticator
import Foundation

@testable import PasskeyHands

/// A program that has opened a HID socket or terminal and reads and writes it like any other file.
final class HIDClient {
  private let descriptor: Int32
  /// The bytes before each report: a terminal is written to in the way of Linux's HID devices.
  private let head: [UInt8]

  init(_ path: String) throws {
    head = []
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard var address = sockaddr_un(path: path), address.use({ connect(descriptor, $0, $1) }) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
  }
  init(terminal path: String) throws {
    head = [0]
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
  }
  deinit { close(descriptor) }

  func send(_ report: [UInt8]) { write(head + report) }

  /// Writes arbitrary bytes, whether or not they form a report.
  func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      head.isEmpty
        ? Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        : Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Puts the terminal into the mode that a shell expects.
  func makeOrdinary() throws {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { throw CocoaError(.fileReadUnknown) }
    mode.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
    mode.c_oflag |= tcflag_t(OPOST | ONLCR)
    guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The next report, or nothing if the other side hung up.
  func receive() async -> [UInt8] {
    let descriptor = descriptor
    return await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        var report = [UInt8](repeating: 0, count: 64), filled = 0
        while filled < 64 {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&waiting, 1, 60_000) == 1 else { break }
          let got = report.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + filled }, 64 - filled) }
          guard got > 0 else { break }
          filled += got
        }
        waiter.resume(returning: Array(report.prefix(filled)))
      }
    }
  }

  /// Opens a channel.
  func channel() async -> UInt32 {
    send(HIDPacket(channel: 0xffff_ffff, content: .first(command: 0x06, count: 8, [1, 2, 3, 4, 5, 6, 7, 8])).report)
    let answer = await receive()
    return answer.count == 64 ? answer[15..<19].reduce(0) { $0 << 8 | UInt32($1) } : 0
  }

  func send(_ command: HIDCommand, _ payload: [UInt8], on channel: UInt32) {
    for report in HIDMessage(channel: channel, command: command, payload: payload).reports ?? [] { send(report) }
  }

  /// The next message other than a keepalive, and the statuses of the keepalives before it.
  func message() async -> (message: HIDMessage?, keepalives: Set<UInt8>) {
    var statuses: Set<UInt8> = []
    while let packet = HIDPacket(await receive()), case .first(let raw, let count, let part) = packet.content,
      let command = HIDCommand(rawValue: raw)
    {
      guard command != .keepalive else {
        statuses.insert(part.first ?? 0)
        continue
      }
      var payload = Array(part.prefix(count))
      while payload.count < count, let more = HIDPacket(await receive()), case .next(_, let part) = more.content {
        payload += part.prefix(count - payload.count)
      }
      return (HIDMessage(channel: packet.channel, command: command, payload: payload), statuses)
    }
    return (nil, statuses)
  }
}
