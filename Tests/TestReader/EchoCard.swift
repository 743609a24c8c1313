import Synchronization
import VirtualReaders

/// A simulated card that returns each command's data with 9000, and records the commands it received.
public final class EchoCard: Sendable {
  private let kept = Mutex<(commands: [[UInt8]], power: [VirtualCard.PowerEvent])>(([], []))
  public init() {}

  public var commands: [[UInt8]] { kept.withLock { $0.commands } }
  public var power: [VirtualCard.PowerEvent] { kept.withLock { $0.power } }

  /// An answer to reset for T=1, with a correct check byte and the historical bytes "latch".
  public static let answerToReset: [UInt8] = {
    let bytes: [UInt8] = [0x3B, 0x95, 0x80, 0x81, 0x31, 0xFE, 0x45] + Array("latch".utf8)
    return bytes + [bytes.dropFirst().reduce(0, ^)]
  }()

  /// - Parameter instead: Returns a different answer, or `nil` for the echo.
  public func card(
    answerToReset: [UInt8] = EchoCard.answerToReset, instead: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }
  ) -> VirtualCard {
    VirtualCard(answerToReset: answerToReset, powered: { event in self.kept.withLock { $0.power.append(event) } }) {
      command in
      self.kept.withLock { $0.commands.append(command) }
      if let answer = instead(command) { return answer }
      return (command.count > 5 ? Array(command.dropFirst(5).prefix(Int(command[4]))) : []) + [0x90, 0x00]
    }
  }
}
