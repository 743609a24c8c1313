import Vocabulary

extension ServerReply {
  /// The notice that a card flow shows for bad news.
  var cardNotice: Notice? {
    switch self {
    case .card(.signatureRejected(let why)): .cardRejected(why)
    case .card(.unknown): .cardUnknown
    case .card(.taken): .cardTaken
    case .card(.usernameRefused(let why)), .account(.usernameRefused(let why)): .username(why)
    case .card(.notCommitted), .way(.conflict): .changedMeanwhile
    case .card(.tooLate), .way(.tooLate): .tooLate
    case .unavailable: .outage
    default: nil
    }
  }
}
