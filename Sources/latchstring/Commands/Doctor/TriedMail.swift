import Foundation
import Logging
import Mail
import PasskeyHands
import Sentences

/// Whether whoever runs a site gets the mail that it would write to them.
struct TriedMail {
  let settings: Settings
  /// `true` if mail is really sent.
  let isSent: Bool

  var finding: Doctor.Finding {
    get async {
      let topic: Sentence = "Mail"
      guard let operatorAddress = settings.operatorAddress else {
        return .init(topic: topic, sentence: "operator.mail is not set, so nobody is told when something breaks.")
      }
      let address = operatorAddress.text
      guard isSent else {
        return .init(topic: topic, sentence: "It goes to \(address). To see whether it arrives: add --mail.")
      }
      let mail = OperatorMail(
        operatorAddress, site: settings.rpID, data: settings.data, logger: Logger(label: "latchstring.doctor"))
      do {
        try await mail.send("A trial", "Mail about this site arrives here. Somebody asked for this trial.")
        return .init(isFine: true, topic: topic, sentence: "A trial went to \(address). Look whether it arrived.")
      } catch {
        return .init(isFine: false, topic: topic, sentence: Self.sentence(error, address))
      }
    }
  }

  private static func sentence(_ failure: MailFailure, _ address: String) -> Sentence {
    switch failure {
    case .notStarted:
      """
      No mail goes out: the server at smtp.url cannot be reached, or does not take smtp.sender, smtp.user and the \
      password.
      """
    case .failed: "The mail server at smtp.url does not take a message to \(address)."
    }
  }
}
