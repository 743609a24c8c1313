import Encoding

/// The reader's side of a conversation with one Keycard (protocol 3.0 to 3.2).
///
/// It waits for the card in the calling thread and is used by one thread at a time. A conversation begins with
/// `select()`. After an error the secure channel is closed. Outcomes that a person can cause are values, and leave the
/// channel open.
public final class KeycardClient {
  /// The application identifier under which a Keycard is installed.
  static let applicationIdentifier: [UInt8] = [0xA0, 0, 0, 0x08, 0x04, 0, 0x01, 0x01, 0x01]

  private let transport: any CardTransport
  let random: CardRandomness
  private var channel: SecureChannel?
  /// The card's description of itself when it was selected; `nil` before the selection and once the description is no
  /// longer valid.
  public internal(set) var application: ApplicationInfo?

  public init(_ transport: any CardTransport, random: @escaping CardRandomness = SystemRandomness.bytes) {
    self.transport = transport; self.random = random
  }

  /// `true` if the secure channel worked when it was last used.
  public var isSecureChannelOpen: Bool { channel != nil }

  /// Sends a command in plaintext.
  func send(_ command: CommandAPDU) throws(KeycardError) -> ResponseAPDU {
    let bytes = try command.encoded()
    do throws(KeycardError) {
      guard let response = ResponseAPDU(try transport.transmit(bytes)) else {
        throw KeycardError(.removed, "fewer than two bytes")
      }
      return response
    } catch {
      channel = nil
      throw error
    }
  }

  /// Sends a command through the secure channel and returns the decrypted response.
  func exchange(_ header: CommandHeader, _ data: Secret) throws(KeycardError) -> ResponseAPDU {
    try data.withBytes { (data) throws(KeycardError) in try exchange(header, data) }
  }

  /// Sends non-secret data through the secure channel.
  func exchange(_ header: CommandHeader, _ data: [UInt8] = []) throws(KeycardError) -> ResponseAPDU {
    try exchange(header, Secret(data))
  }

  private func exchange(_ header: CommandHeader, _ data: UnsafeRawBufferPointer) throws(KeycardError) -> ResponseAPDU {
    guard data.count <= SecureChannel.maximumPlainCount else {
      throw KeycardError(.invalid, "more than fits into one command")
    }
    guard var open = channel else { throw KeycardError(.channelClosed, "no channel was opened") }
    // If anything goes wrong from here on, the two sides no longer agree on the next vector.
    channel = nil
    let outer = try send(open.wrap(header, data))
    guard outer.status == .success else {
      throw KeycardError(.channelClosed, "the card closed it", status: outer.status.rawValue)
    }
    let inner = try open.unwrap(outer.data)
    channel = open
    return inner
  }

  /// Sends a command that needs no channel. The command goes through the channel if one is open, and otherwise in
  /// plaintext.
  func sendEitherWay(_ header: CommandHeader, _ data: [UInt8] = []) throws(KeycardError) -> ResponseAPDU {
    isSecureChannelOpen ? try exchange(header, data) : try send(CommandAPDU(header, data: data))
  }

  func begin(_ channel: SecureChannel) { self.channel = channel }
  func forgetChannel() { channel = nil }
}

/// Carries APDUs to one card, one at a time. The card is in a reader, or simulated.
public protocol CardTransport: AnyObject {
  /// Sends a command APDU and returns the response APDU: data, SW1, SW2.
  ///
  /// - Throws: `KeycardError` with the code `removed` if the card is gone, which a reader may also indicate with a
  ///   response of fewer than two bytes; `unreadable` if there is a card that does not respond.
  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8]
}

/// Returns `count` random bytes.
public typealias CardRandomness = (_ count: Int) -> [UInt8]

/// The system's random number generator.
public enum SystemRandomness {
  /// Returns `count` bytes from the generator.
  public static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
