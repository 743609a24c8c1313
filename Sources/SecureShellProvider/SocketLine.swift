import Authenticator
import Foundation

/// The client side of `latchstring keys serve --socket`: sends requests and receives responses, over CTAPHID (CTAP 2.1
/// §11.2).
///
/// The calls block, because the process that loads this library has nothing else to do.
final class SocketLine: Sendable {
  private let descriptor: Int32
  private let channel: UInt32
  private static let broadcast: UInt32 = 0xffff_ffff
  /// The number of connection attempts while a different program is being served, and the microseconds between them.
  private static let mostTries = 300, pause: UInt32 = 100_000

  init(path: String) throws(ProviderError) {
    descriptor = try Self.connect(path)
    do {
      let nonce = (0..<8).map { _ in UInt8.random(in: 0...255) }
      try Self.send(HIDMessage(channel: Self.broadcast, command: .initialize, payload: nonce), to: descriptor)
      var answer: HIDMessage
      repeat {
        answer = try Self.receive(on: Self.broadcast, from: descriptor)
      } while !answer.payload.starts(with: nonce)
      guard answer.command == .initialize, answer.payload.count >= 12 else { throw Self.lost }
      channel = answer.payload[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    } catch {
      close(descriptor)
      throw ProviderError(cause: error)
    }
  }
  deinit { close(descriptor) }

  /// Sends one CTAP request and returns the response.
  func exchange(_ request: [UInt8]) throws(ProviderError) -> [UInt8] {
    for _ in 0..<Self.mostTries {
      try Self.send(HIDMessage(channel: channel, command: .cbor, payload: request), to: descriptor)
      let answer = try Self.receive(on: channel, from: descriptor)
      if answer.command == .cbor { return answer.payload }
      guard answer.command == .error, answer.payload == [HIDError.channelBusy.rawValue] else { throw Self.lost }
      usleep(Self.pause)
    }
    throw ProviderError(.general, "the authenticator is busy with another program")
  }

  private static let lost = ProviderError(.deviceNotFound, "latchstring keys serve hung up")

  private static func connect(_ path: String) throws(ProviderError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw ProviderError(.deviceNotFound, "the path is too long for a socket: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        descriptor >= 0 && Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      if descriptor >= 0 { close(descriptor) }
      throw ProviderError(
        .deviceNotFound,
        "nobody serves at \(path): start latchstring keys serve, or name its socket in LATCHSTRING_KEYS_SOCKET")
    }
    return descriptor
  }

  private static func send(_ message: HIDMessage, to descriptor: Int32) throws(ProviderError) {
    guard let reports = message.reports else { throw ProviderError(.general, "the request is too long") }
    for report in reports {
      let sent = report.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent == report.count else { throw lost }
    }
  }

  /// Returns the next message on a channel, skipping keepalive messages.
  private static func receive(on channel: UInt32, from descriptor: Int32) throws(ProviderError) -> HIDMessage {
    while true {
      guard case .first(let raw, let count, let part) = try packet(on: channel, from: descriptor),
        let command = HIDCommand(rawValue: raw),
        count <= HIDMessage.maximumCount
      else { throw lost }
      guard command != .keepalive else { continue }
      var payload = Array(part.prefix(count))
      while payload.count < count {
        guard case .next(_, let part) = try packet(on: channel, from: descriptor) else { throw lost }
        payload += part.prefix(count - payload.count)
      }
      return HIDMessage(channel: channel, command: command, payload: payload)
    }
  }

  private static func packet(on channel: UInt32, from descriptor: Int32) throws(ProviderError) -> HIDPacket.Content {
    while true {
      var report = [UInt8](repeating: 0, count: HIDPacket.size), filled = 0
      while filled < report.count {
        let got = report.withUnsafeMutableBytes {
          recv(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled, 0)
        }
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw lost }
        filled += got
      }
      if let packet = HIDPacket(report), packet.channel == channel { return packet.content }
    }
  }
}
