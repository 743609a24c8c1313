import Mail

/// Delivers codes by mail. The code appears in the text but not in the subject, which is visible on locked screens.
public struct SMTPDelivery: CodeDelivery {
  private let sender: SMTPSender

  public init(_ sender: SMTPSender) { self.sender = sender }

  public func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) {
    guard let recipient = letter.recipient.arguments.first else { throw .notStarted }
    do throws(MailFailure) {
      try await sender.send(MailMessage(subject: letter.subject, text: letter.textInGroups, to: recipient))
    } catch {
      throw switch error {
      case .notStarted: .notStarted
      case .failed: .failed
      }
    }
  }
}
