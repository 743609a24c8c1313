import EscrowProvider

/// Brings codes by a program of the operator's, called as GNU Anastasis calls its own: whom it goes to as arguments, the text to read.
struct CommandDelivery: CodeDelivery {
  let command: OperatorCommand

  func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) {
    switch await command.run(letter.recipient.arguments, input: letter.text) {
    case .succeeded: return
    case .failed: throw .failed
    case .notStarted: throw .notStarted
    }
  }
}
