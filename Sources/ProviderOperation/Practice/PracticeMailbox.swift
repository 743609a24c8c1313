import Escrow
import EscrowProvider
import Foundation
import Sentences
import Synchronization
import TerminalSurface
import WebSurface

/// A mailbox in which the codes of practice providers arrive instead of being sent out. They are shown on a page, and
/// in the terminal of the person who runs the providers. The mailbox discards the oldest codes, and loses everything
/// when the process ends.
public final class PracticeMailbox: CodeDelivery {
  private let kept = Mutex<[PracticeOutbox.Message]>([])
  private static let most = 50

  /// The codes for the page that shows them, the newest first.
  public var outbox: PracticeOutbox { PracticeOutbox { [self] in kept.withLock { $0.reversed() } } }

  public func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) {
    let message = PracticeOutbox.Message(
      provider: letter.sender, channel: letter.method.channel,
      recipient: letter.recipient.arguments.joined(separator: ", "), text: letter.textInGroups, at: Date())
    kept.withLock { messages in
      messages.append(message)
      if messages.count > Self.most { messages.removeFirst(messages.count - Self.most) }
    }
    let terminal = PosixTerminal()
    // The log of a service must not contain anybody's address.
    guard terminal.isScreen else { return }
    say("\(message.channel) of \(message.provider), for practice, to \(message.recipient): \(message.text)")
  }
}

extension MethodType {
  fileprivate var channel: Sentence {
    switch self {
    case .email: "E-mail"
    case .sms: "Text message"
    case .post: "Letter"
    default: "Message"
    }
  }
}
