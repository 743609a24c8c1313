import Flows
import Sentences

/// A thing that a person who can't get in may still have, in the order in which the page asks. Each has a flow that
/// opens the account with it.
enum Possession: String, CaseIterable {
  case key, words, card, papers

  var flow: FlowName {
    switch self {
    case .key: .lostKey
    case .words: .recovery
    case .card: .cardLogin
    case .papers: .escrowRecovery
    }
  }
  /// `true` if its flow works only with hands on the person's computer.
  var needsHands: Bool { self == .card || self == .papers }

  var name: Sentence {
    switch self {
    case .key: "Another key"
    case .words: "My twelve words"
    case .card: "A card"
    case .papers: "Account recovery, with my phone or mail"
    }
  }
  /// What its flow does, and how long that takes.
  var use: Sentence {
    switch self {
    case .key: "A backup key, or a passkey on another device. Touch it, and you are in within a minute."
    case .words:
      """
      Those of your recovery kit. They open your account, and a new key takes the place of the lost ones. About five \
      minutes.
      """
    case .card: "Your card and its PIN, or a new card and the lost one's words. A few minutes, with a card reader."
    case .papers:
      """
      If you set up account recovery: you say who you are and pass the checks that you chose then. A quarter of an \
      hour, or some days if a letter has to come.
      """
    }
  }
  /// What a person says who does not have it.
  var lack: Sentence {
    switch self {
    case .key: "I don't have another key"
    case .words: "I don't have the words"
    case .card: "I lost my card"
    case .papers: "I can't use account recovery"
    }
  }
  /// The name of its picture in `icons.svg`.
  var icon: String {
    switch self {
    case .key: "key"
    case .words: "words"
    case .card: "card"
    case .papers: "phone"
    }
  }
}
