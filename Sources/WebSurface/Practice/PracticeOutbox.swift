import Foundation
import Sentences

/// The messages that this computer's practice providers would have sent. Nobody else receives them, so they can be read
/// here.
public struct PracticeOutbox: Sendable {
  public struct Message: Hashable, Sendable {
    /// The provider's name.
    public var provider: String
    /// The channel by which the message would have been sent: "E-mail", "Text message", "Letter".
    public var channel: Sentence
    /// The address to which the message would have been sent.
    public var recipient: String
    public var text: String
    public var at: Date
    public init(provider: String, channel: Sentence, recipient: String, text: String, at: Date) {
      self.provider = provider; self.channel = channel; self.recipient = recipient; self.text = text; self.at = at
    }
  }
  /// The messages, newest first.
  public var messages: @Sendable () async -> [Message]
  public init(messages: @escaping @Sendable () async -> [Message]) { self.messages = messages }
}
