import Foundation
import HandsTools
import Logging
import Mail
import Model
import Sentences

/// Writes to whoever runs a site about what they have to look after, at most once a day about each thing. It never writes
/// to the people who have accounts, and names none.
actor OperatorMail {
  /// What an operator has to look after.
  enum Trouble: Hashable, Sendable {
    case store, auditLog, metadata

    var subject: Sentence {
      switch self {
      case .store: "The database cannot be used"
      case .auditLog: "The audit log is not whole"
      case .metadata: "The list of authenticator models is out of date"
      }
    }
    /// - Parameter data: The folder with everything that the site keeps.
    func text(in data: String) -> Sentence {
      let folder = ShellWord.typed(data)
      return switch self {
      case .store:
        """
        The database could not be read or written. Is there room on the disk, and is it the service's own? Look into \
        the log: journalctl -u latchstring. Until it works, nobody can sign in.
        """
      case .auditLog:
        """
        Lines of the audit log were changed, are missing or are out of place, or do not record everything that is \
        there. See where: latchstring audit verify --data \(folder). Compare it with a head that you noted before.
        """
      case .metadata:
        """
        A newer list was due, and keys of models that were withdrawn since may be accepted. Fetch it: latchstring \
        metadata update --data \(folder)
        """
      }
    }
  }

  private static let pause: TimeInterval = 24 * 60 * 60
  private let sender: SMTPSender, recipient: String, site: String, data: String
  private let logger: Logger
  private var told: [Trouble: Date] = [:]

  init(_ address: OperatorAddress, site: String, data: String, logger: Logger) {
    sender = SMTPSender(address.server)
    recipient = address.text
    self.site = site; self.data = data; self.logger = logger
  }

  func tell(_ trouble: Trouble, at now: Date = Date()) async {
    guard told[trouble].map({ now.timeIntervalSince($0) >= Self.pause }) ?? true else { return }
    told[trouble] = now
    do { try await send(trouble.subject, trouble.text(in: data)) } catch {
      told[trouble] = nil  // and is tried again
      logger.error("The operator's mail was not sent. \(error)", source: Product.logSource)
    }
  }

  func send(_ subject: Sentence, _ text: Sentence) async throws(MailFailure) {
    try await sender.send(MailMessage(subject: "\(site): \(subject.said)", text: text.said + "\n", to: recipient))
  }
}

/// Where whoever runs a site gets mail, and through which server.
struct OperatorAddress: Sendable {
  var text: String, server: SMTPSettings
}
