/// The channels that clients opened, and their owners (CTAP 2.1 §11.2.3).
struct HIDChannels: Sendable {
  /// The channel on which a client requests its own channel.
  static let broadcast: UInt32 = 0xffff_ffff
  /// The maximum number of channels per port. Clients open a channel each time and never close it, so the least
  /// recently used channel is dropped.
  static let mostPerPort = 64

  private struct Entry { var port: HIDPort, lastUse: UInt64 }
  private var entries: [UInt32: Entry] = [:]
  private var uses: UInt64 = 0
  private var last: UInt32

  /// - Parameter start: The number that precedes the first channel's number.
  init(after start: UInt32) { last = start }

  func owner(of channel: UInt32) -> HIDPort? { entries[channel]?.port }

  mutating func noteUse(of channel: UInt32) {
    uses &+= 1
    entries[channel]?.lastUse = uses
  }

  /// - Parameter kept: Channels in use, which are not dropped.
  mutating func open(for port: HIDPort, keeping kept: [UInt32]) -> UInt32 {
    let own = entries.filter { $0.value.port == port }
    if own.count >= Self.mostPerPort,
      let idle = own.filter({ !kept.contains($0.key) }).min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[idle.key] = nil
    }
    repeat { last &+= 1 } while last == 0 || last == Self.broadcast || entries[last] != nil
    entries[last] = Entry(port: port, lastUse: 0)
    noteUse(of: last)
    return last
  }

  mutating func close(_ port: HIDPort) { entries = entries.filter { $0.value.port != port } }
}

/// The device's description of itself (CTAP 2.1 §11.2.9.1.3).
public struct HIDIdentity: Hashable, Sendable {
  static let protocolVersion: UInt8 = 2

  /// The version of the device.
  public var major: UInt8, minor: UInt8, build: UInt8
  /// `true` if the device responds to U2F messages.
  public var speaksU2F: Bool

  public init(major: UInt8 = 1, minor: UInt8 = 0, build: UInt8 = 0, speaksU2F: Bool = true) {
    self.major = major; self.minor = minor; self.build = build; self.speaksU2F = speaksU2F
  }

  /// The capability bits. WINK and CBOR are supported; a further bit is set if MSG is not.
  var capabilities: UInt8 { 0x01 | 0x04 | (speaksU2F ? 0 : 0x08) }
  var bytes: [UInt8] { [Self.protocolVersion, major, minor, build, capabilities] }
}
